/**
 * What is wrong with stored or saved settings, in Simplified Chinese. Places as in `reasons.ts`. `ZOD` are the forms of the library
 * that checks them.
 */
export const SETTINGS_SENTENCES: Readonly<Record<string, string>> = {
  'The stored settings are not an object.': '存储的设置不是对象。',
  'The stored settings carry no version number.': '存储的设置没有版本号。',
  'The stored settings are of version {0}, written by a newer Interlock; this one reads up to {1}.':
    '存储的设置为版本 {0}，由更新版本的 Interlock 写入；此版本最多读取 {1}。',
  'There is no way from version {0} of the settings to {1}.': '无法将设置从版本 {0} 升级到 {1}。',
  'The stored settings could not be brought from version {0} to {1}: {2}':
    '无法将存储的设置从版本 {0} 升级到 {1}：{2:said}',
  "The settings (version {0}) could not be read from the browser's storage: {1}":
    '无法从浏览器的存储中读取设置（版本 {0}）：{1}',
  'The stored settings do not have the expected form.': '存储的设置不符合预期的形式。',
  'The stored settings cannot be read: {0}.': '无法读取存储的设置：{0:said}。',
  'The stored settings cannot be read: {0} (and {1} more).': '无法读取存储的设置：{0:said}（另有 {1} 处）。',
  'is not a regular expression with one group': '不是带有一个分组的正则表达式',
  'is not a match pattern such as "*://localhost/*"': '不是形如 "*://localhost/*" 的匹配模式',
  'is not a glob': '不是通配模式',
  'hold the same match pattern twice': '同一匹配模式出现了两次',
  'hold the same name twice': '同一名称出现了两次',
};

export const SETTINGS_PARTS: Readonly<Record<string, string>> = {
  '"{0}" {1}': '"{0}" {1:known}',
  'the whole': '整体',
  'there is no list of sites': '没有站点列表',
};

export const ZOD: Readonly<Record<string, string>> = {
  'Invalid input': '输入无效',
  'Invalid input: expected {0}': '输入无效：应为 {0}',
  'Invalid input: expected {0}, received {1}': '输入无效：应为{0:said}，实际为{1:said}',
  'Invalid option: expected one of {0}': '选项无效：应为以下之一：{0}',
  'Too small: expected {0} to have >={1} {2}': '太少：{0:said}至少应有 {1} {2:said}',
  'Too small: expected {0} to be >={1}': '太小：{0:said}应至少为 {1}',
  'Too small: expected {0} to be >{1}': '太小：{0:said}应大于 {1}',
  'Too big: expected {0} to have <={1} {2}': '太多：{0:said}至多应有 {1} {2:said}',
  'Too big: expected {0} to be <={1}': '太大：{0:said}应至多为 {1}',
  'Unrecognized key: {0}': '无法识别的键：{0}',
  'Unrecognized keys: {0}': '无法识别的键：{0:list}',
};

export const ZOD_PARTS: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: '布尔值',
  array: '列表',
  object: '对象',
  null: 'null',
  undefined: '缺失',
  characters: '个字符',
  items: '项',
};

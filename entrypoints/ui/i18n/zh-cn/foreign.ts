/**
 * What libraries and browsers say, in Simplified Chinese: their English form → the form here. `{0:part}` is a word of theirs, put
 * into Chinese as well where it is known. Pure.
 */
import { type Form, filledIn, formsOf, inWords } from '../form.ts';

/** The package `yaml`, on a document that is not well formed. */
export const YAML: Readonly<Record<string, string>> = {
  'An alias node must not specify any properties': '别名节点不能带有任何属性',
  'Alias cannot be an empty string': '别名不能为空',
  'Alias ending in : is ambiguous': '以 : 结尾的别名有歧义',
  'Anchor cannot be an empty string': '锚点不能为空',
  'Anchor ending in : is ambiguous': '以 : 结尾的锚点有歧义',
  'Anchor must not contain whitespace or control characters: {0}': '锚点不能含有空白或控制字符：{0}',
  'A node can have at most one anchor': '一个节点最多有一个锚点',
  'A node can have at most one tag': '一个节点最多有一个标签',
  'Anchors and tags must be after the {0} indicator': '锚点和标签必须写在标记 {0} 之后',
  'Tags and anchors must be separated from the next token by white space': '标签和锚点之后必须有空格',
  'All sequence items must start at the same column': '同一列表的各项必须从同一列开始',
  'All mapping items must start at the same column': '同一映射的各项必须从同一列开始',
  'Sequence item without - indicator': '列表项缺少标记 -',
  'Missing newline after block sequence props': '块列表的属性之后缺少换行',
  'Plain value cannot start with {0}': '不加引号的值不能以{0:part}开头',
  'A block sequence may not be used as an implicit map key': '块列表不能作为隐式的映射键',
  'Nested mappings are not allowed in compact mappings': '同一行中不能再嵌套映射',
  'Block collections are not allowed within flow collections': '流式写法（方括号或花括号）中不能使用块写法',
  'Flow end indicator should be more indented than parent': '结束括号的缩进应比上一级更深',
  'Map keys must be unique': '映射的键必须唯一',
  'With stringKeys, all keys must be strings': '所有键都必须是文本',
  'Implicit map keys need to be followed by map values': '映射的键之后需要有值（缺少冒号？）',
  'Implicit keys need to be on a single line': '键必须写在一行之内',
  'Implicit keys of flow sequence pairs need to be on a single line': '流式列表中键值对的键必须写在一行之内',
  'The : indicator must be at most 1024 chars after the start of an implicit block mapping key':
    '冒号最多只能在键开头之后 1024 个字符处',
  'The : indicator must be at most 1024 chars after the start of an implicit flow sequence key':
    '冒号最多只能在流式列表的键开头之后 1024 个字符处',
  'Block scalar header not found': '找不到块文本的开头标记',
  'Block scalar header includes extra characters: {0}': '块文本的开头标记含有多余字符：{0}',
  'Unexpected token in block scalar header: {0}': '块文本的开头标记中不应出现：{0:part}',
  'Block scalars with more-indented leading empty lines must use an explicit indentation indicator':
    '块文本开头的空行缩进更深时，必须明确写出缩进数',
  'Block scalar values in collections must be indented': '集合中的块文本必须缩进',
  'Block scalar lines must not be less indented than their {0}': '块文本各行的缩进不能小于{0:part}',
  'Block collection cannot start on same line with directives-end marker': '块写法的集合不能与标记 --- 写在同一行',
  'Comments must be separated from other tokens by white space characters': '注释与前面的内容之间必须有空格',
  'Map comment with trailing content': '映射的注释之后还有内容',
  'Missing closing {0}': '缺少结尾的{0:part}',
  'Invalid escape sequence {0}': '无效的转义序列 {0}',
  'Missing directives-end indicator line': '缺少标记行 ---',
  'Missing directives-end/doc-start indicator line': '缺少标记行 ---',
  'Missing , between {0} items': '{0:part}的各项之间缺少逗号',
  'Missing , or : between {0} items': '{0:part}的各项之间缺少逗号或冒号',
  'Missing space after : in {0}': '{0:part}中的冒号之后缺少空格',
  'Unexpected , in {0}': '{0:part}中有多余的逗号',
  'Unexpected {0} in {1}': '{1:part}中不应出现{0:part}',
  'Unexpected empty item in {0}': '{0:part}中有空项',
  'Flow map must end with a {0}': '流式映射必须以 {0} 结束',
  'Flow sequence must end with a {0}': '流式列表必须以 {0} 结束',
  'Flow map in block collection must be sufficiently indented and end with a {0}':
    '块写法中的流式映射缩进必须足够，并以 {0} 结束',
  'Flow sequence in block collection must be sufficiently indented and end with a {0}':
    '块写法中的流式列表缩进必须足够，并以 {0} 结束',
  'Expected a flow scalar value, but found: {0}': '此处应为一个值，却是：{0:part}',
  'Unexpected {0} at node end': '值的后面不应有{0:part}',
  'Unexpected {0} token': '此处不应出现{0:part}',
  'Unexpected {0} token in YAML stream': '此处不应出现{0:part}',
  'Unexpected {0} token in YAML document': '此处不应出现{0:part}',
  'Unexpected {0} token in YAML stream: {1}': '此处不应出现{0:part}：{1}',
  'Unexpected {0} token in YAML document: {1}': '此处不应出现{0:part}：{1}',
  'Unexpected block-seq-ind on same line with key': '列表项的标记 - 不能与键写在同一行',
  'Unexpected doc-end without preceding document': '标记 ... 之前没有文档',
  'Unsupported token {0}': '不支持{0:part}',
  'Unsupported token (type: {0})': '不支持{0:part}',
  'Not a YAML token: {0}': '不是 YAML 的写法：{0}',
  'Tabs are not allowed as indentation': '不能用制表符缩进',
  'Unresolved tag: {0}': '未知的标签：{0}',
  'Could not resolve tag: {0}': '未知的标签：{0}',
  'Not a valid tag: {0}': '无效的标签：{0}',
  "Verbatim tags aren't resolved, so {0} is invalid.": '不支持逐字标签，因此 {0} 无效。',
  'Verbatim tags must end with a >': '逐字标签必须以 > 结束',
  'The {0} tag has no suffix': '标签 {0} 没有后缀',
  'Expected a sequence for this tag': '此标签需要列表',
  'Expected a mapping for this tag': '此标签需要映射',
  '%TAG directive should contain exactly two parts': '指令 %TAG 必须恰好有两部分',
  '%YAML directive should contain exactly one part': '指令 %YAML 必须恰好有一部分',
  'Unsupported YAML version {0}': '不支持的 YAML 版本 {0}',
  'Unknown directive {0}': '未知的指令 {0}',
  'Excessive alias count indicates a resource exhaustion attack': '别名过多',
  'Unresolved alias (the anchor must be set before the alias): {0}': '别名之前没有对应的锚点：{0}',
};

/** The package `re2js`, on an expression. */
export const RE2: Readonly<Record<string, string>> = {
  'invalid character class range: {0}': '无效的字符类范围：{0}',
  'invalid escape sequence: {0}': '无效的转义序列：{0}',
  'invalid named capture: {0}': '无效的命名捕获组：{0}',
  'invalid or unsupported Perl syntax: {0}': '无效或不支持的语法：{0}',
  'invalid nested repetition operator: {0}': '重复运算符不能叠用：{0}',
  'invalid repeat count: {0}': '无效的重复次数：{0}',
  'missing closing ]: {0}': '缺少结尾的 ]：{0}',
  'missing closing ): {0}': '缺少结尾的 )：{0}',
  'missing argument to repetition operator: {0}': '重复运算符之前没有内容：{0}',
  'trailing backslash at end of expression': '表达式以反斜杠结尾',
  'duplicate capture group name: {0}': '捕获组名称重复：{0}',
  'unexpected ): {0}': '多余的 )：{0}',
  'expression nests too deeply': '表达式嵌套过深',
  'expression too large': '表达式过大',
};

/** Browsers, on files and on their storage. */
export const BROWSERS: Readonly<Record<string, string>> = {
  'A requested file or directory could not be found at the time an operation was processed.': '文件已不存在。',
  'The object can not be found here.': '文件已不存在。',
  'The requested file could not be read, typically due to permission problems that have occurred after a reference to a file was acquired.':
    '文件无法读取，可能没有权限，或选择之后已被改动。',
  'The I/O read operation failed.': '文件无法读取。',
  'The quota has been exceeded.': '存储空间已用完。',
  'Encountered full disk while opening backing store for indexedDB.open.': '磁盘已满，无法打开存储。',
  'Internal error opening backing store for indexedDB.open.': '浏览器无法打开存储。',
  'The user denied permission to access the database.': '浏览器不允许使用存储。',
  'A mutation operation was attempted on a database that did not allow mutations.': '浏览器不允许写入存储。',
  'This function must be called during a user gesture': '只能在点击时请求。',
  'permissions.request may only be called from a user input handler': '只能在点击时请求。',
  'The operation failed for reasons unrelated to the database itself and not covered by any other error code.':
    '存储操作失败。',
};

const PARTS: Readonly<Record<string, string>> = {
  'flow map': '流式映射',
  'flow sequence': '流式列表',
  'flow collection': '流式集合',
  collection: '集合',
  scalar: '单个值',
  map: '映射',
  seq: '列表',
  'block-map': '块映射',
  'block-seq': '块列表',
  'flow-collection': '流式集合',
  'seq-item-ind': '列表项的标记 -',
  'map-value-ind': '冒号',
  'explicit-key-ind': '标记 ?',
  'flow-seq-end': ']',
  'flow-map-end': '}',
  'flow-seq-start': '[',
  'flow-map-start': '{',
  'doc-start': '标记 ---',
  'doc-end': '标记 ...',
  'block-scalar': '块文本',
  'block-scalar-header': '块文本的标记',
  'single-quoted-scalar': '单引号文本',
  'double-quoted-scalar': '双引号文本',
  'first line': '第一行',
  'explicit indentation indicator': '写明的缩进',
  "'quote": '单引号',
  '"quote': '双引号',
  'block scalar indicator |': '块文本的标记 |',
  'block scalar indicator >': '块文本的标记 >',
  'directive indicator character %': '指令标记 %',
  'flow indicator character ,': '逗号',
  'a tab character': '制表符',
  'reserved character @': '保留字符 @',
  'reserved character `': '保留字符 `',
  comment: '注释',
  tag: '标签',
  anchor: '锚点',
  alias: '别名',
  space: '空格',
};

/** With the full stop that a sentence may have been given, and without. */
const forms = (table: Readonly<Record<string, string>>): readonly Form[] =>
  formsOf(
    Object.fromEntries(
      Object.entries(table).flatMap(([form, chinese]) => [
        [form, chinese],
        ...(form.endsWith('.') ? [] : [[`${form}.`, `${chinese}。`]]),
      ]),
    ),
  );

const libraries = forms({ ...YAML, ...RE2 });
const browsers = forms(BROWSERS);

/** What a library says, in Chinese; `null` when it is not known. */
export const libraryInChinese = (text: string): string | null => found(text, libraries);

/** What a browser says, in Chinese; `null` when it is not known. */
export const browserInChinese = (text: string): string | null => found(text.replace(/^\w*Error: /, ''), browsers);

function found(text: string, among: readonly Form[]): string | null {
  for (const form of among) {
    const values = filledIn(form, text);
    const shown = values === null ? null : inWords(form, values, placed);
    if (shown !== null) return shown;
  }
  return null;
}

const placed = (value: string, kind: string | undefined): string =>
  kind === 'part' && Object.hasOwn(PARTS, value) ? (PARTS[value] ?? value) : value;

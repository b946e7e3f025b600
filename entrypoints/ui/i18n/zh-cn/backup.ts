/** Backup: settings and machines out and in. */
import type { Area } from '../message-types.ts';

export const backup = {
  title: '备份',
  lead: '一个 JSON 文件包含所有站点及其规则，以及你自定义的状态机集。日志不在其中，请在日志视图中单独导出。',
  save: '保存备份',
  open: '打开备份…',
  preview: '将发生的更改',
  sites: '站点',
  sets: '自定义状态机集',
  added: '新增',
  replaced: '替换',
  removed: '移除',
  same: '不变',
  none: '前后均无。',
  reordered: '站点顺序将改变。',
  nothing: '没有更改：当前设置已与备份相同。',
  apply: '全部应用',
  applied: '备份已生效。',
  denied: '未作任何更改：浏览器未获准让 Interlock 访问 {origins}。',
  bad: '此文件无法使用：发现 {count, number} 个问题。',
  noJson: '不是有效的 JSON：{why}',
  noBackup: '这不是 Interlock 的备份："interlock" 的值必须是 "backup"。',
  inSet: '状态机集“{name}”，{line}:{column}',
  missingSet: '此处使用了状态机集“{name}”，但它既不在文件中，也不是 Interlock 自带的。',
} satisfies Area<'backup'>;

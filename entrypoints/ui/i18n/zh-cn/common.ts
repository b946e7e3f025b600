/** What several pages say. */
import type { Area } from '../message-types.ts';

export const common = {
  pageTitle: 'Interlock 选项',
  loading: '正在加载…',
  silentTitle: 'Interlock 的后台没有响应',
  silent: '请重新加载此页面；如果仍无响应，请在浏览器的扩展程序页面关闭再开启此扩展。',
  cancel: '取消',
  close: '关闭',
  undo: '撤销',
  language: '语言',
  languageNotStored: '无法保存语言选择：{why}',
  openOptions: '打开选项页',
  views: '选项',
  viewMachines: '状态机',
  viewSites: '站点',
  oneAndNext: '{one}、{next}',
  characters: '{count, number} 个字符',
  gapLines: '{count, number} 个空行',
  gapBlanks: '{count, number} 个空白字符',
  hiddenCharacter: '隐藏字符 {code}',
  connectionLost: '与后台的连接已断开。请确认更改是否已生效，然后重试。',
  stoppedInPopup: '{ago}在弹出窗口中停止。解除之前，所有站点的所有调用都会被拒绝。',
  stopLiftedThere: '在工具栏按钮打开的弹出窗口中点击“{lift}”即可解除。<a>也可以在标签页中打开。</a>',
  repairTitle: '无法读取设置',
  repairText:
    '在设置恢复可读之前，Interlock 会在它能访问的站点上拒绝所有工具调用。较新版本的 Interlock 也许能够读取这些设置。你也可以重新开始：无法读取的设置会保留在浏览器存储中。',
  repairLabel: '恢复默认设置',
  repairQuestion: '要恢复默认设置吗？现有的站点和自定义状态机集将不再生效。',
  repairConfirm: '恢复默认',
} satisfies Area<'common'>;

/** The page after the installation. */
import type { Area } from '../message-types.ts';

export const firstRun = {
  pageTitle: '欢迎使用 Interlock',
  title: 'Interlock 让智能体的工具调用井然有序',
  lead: '一个小型状态机规定必须先做什么。Interlock 监视你所用网页控制台的工具调用：放行，或附上模型可读的理由予以拒绝，或暂停等待你决定。控制台自身会拒绝的调用，它绝不会放行。',
  example: '看看任务如何受到管控',
  exampleText:
    '智能体的四次调用，由引擎本身在此使用状态机“read-before-write”和“confirm-before-delete”判定。不会调用任何工具。',
  runFirst: '进行第一次调用',
  runNext: '进行下一次调用',
  runAgain: '重新开始',
  notRun: '尚未进行',
  modelReads: '工具不会被调用。模型会读到：',
  personReads: '它在等待你；在真实页面上，工具栏按钮会显示 1。',
  moved: '“{key}”从“{from}”变为“{to}”。',
  allowOnce: '允许一次',
  deny: '拒绝',
  youAllowed: '你允许了它，因此工具被调用。',
  youDenied: '你拒绝了它，因此工具没有被调用。',
  live: '受管控页面上的调用（实时）',
  console: '本地控制台没有打开。请在项目文件夹中运行 {command}，然后给智能体布置一个任务。',
  consoleOpen:
    '本地控制台已打开：请在那里给智能体布置一个任务。如果这里没有出现任何内容，请重新加载控制台；在 Interlock 之前打开的页面此后才受管控。',
  showConsole: '显示控制台',
  liveNothing: '还没有调用。下一次调用会随日志记录出现在这里：决定、理由和状态。',
  next: '接下来',
  sites: '本地地址从一开始就受“read-before-write”管控。可在选项中添加其他站点和状态机。',
  popup: '等待决定的调用和每个文件的状态都在工具栏按钮中。<a>也可以在标签页中打开。</a>',
  privacy: '任何数据都不会离开此浏览器：没有账户，没有遥测，也没有外部代码。',
  open: '入门',
} satisfies Area<'firstRun'>;

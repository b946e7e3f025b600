/** The page after the installation. */
import type { Area } from '../message-types.ts';

export const firstRun = {
  pageTitle: '欢迎使用 Interlock',
  title: 'Interlock 让智能体的工具调用井然有序',
  lead: '一个小型状态机规定必须先做什么。Interlock 监视您所用网页控制台的工具调用：放行，或附上模型可读的理由予以拒绝，或暂停等待您决定。控制台自身会拒绝的调用，它绝不会放行。',
  example: '受保护的任务示例',
  denied: '已拒绝',
  deniedWhy: '工具不会被调用。模型会读到：“Read notes.md before writing.”（写入前请先读取 notes.md。）',
  allowed: '已放行',
  readWhy: '没有规则禁止此调用。该文件现在处于“read”（已读取）状态。',
  writeWhy: '该文件此前已被读取，因此同样的调用现在原样放行。',
  asked: '等待您决定',
  askedWhy: '删除需要人工确认：工具栏按钮会显示 1。打开它，查看参数，然后允许一次，或附上备注予以拒绝。',
  next: '接下来',
  console: '在本地控制台中试用：在项目文件夹中运行 {command}，然后给智能体布置一个任务。',
  showConsole: '显示控制台',
  sites: '本地地址从一开始就受“read-before-write”保护。可在选项中添加其他站点和状态机。',
  popup: '等待决定的调用和每个文件的状态都在工具栏按钮中。<a>也可以在标签页中打开。</a>',
  privacy: '任何数据都不会离开此浏览器：没有账户，没有遥测，也没有外部代码。',
  open: '入门',
} satisfies Area<'firstRun'>;

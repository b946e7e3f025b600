/** Guarded sites in the options. */
import type { Area } from '../message-types.ts';

export const sites = {
  title: '站点',
  lead: '每个页面采用第一个匹配的条目。<em>强制执行</em>会暂停并拒绝调用；<em>仅观察</em>只记录本来会采取的措施；<em>关闭</em>则完全不干预页面。',
  mode: '{match} 的模式',
  modeEnforce: '强制执行',
  modeObserve: '仅观察',
  modeOff: '关闭',
  notGuarded: '未受保护。',
  noMachines: '没有生效的状态机：所有调用都会放行并记录。',
} satisfies Area<'sites'>;

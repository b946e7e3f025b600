/**
 * What happened to a call on its page, as journal and cards show it, in Simplified Chinese. Places as in `reasons.ts`.
 */
export const PAGE_SENTENCES: Readonly<Record<string, string>> = {
  'the page was closed or reloaded': '页面已关闭或重新加载',
  'the page gave up the answer': '页面放弃了该回答',
  'the page aborted the call': '页面中止了该调用',
  'the page stopped reading the answer': '页面不再读取该回答',
  'the page sent it to its tool with another name or other arguments': '页面用其他名称或其他参数将它发送给了工具',
  'the client cancelled the call': '客户端取消了该调用',
  'the client was asked to send the call again and did not': '已请客户端重新发送该调用，但它没有发送',
  'the changed arguments could not be put into the request': '无法将更改后的参数放入请求',
  'no decision was made for as long as the client waits': '在客户端等待期间无人作出决定',
  'no decision was made for as long as the page waits': '在页面等待期间无人作出决定',
  'no verdict came in time': '裁决未及时作出',
  'its result could not be recorded': '无法记录其结果',
  'the answer of the model broke off': '模型的回答中断了',
  'the conversation went on without it': '会话在没有它的情况下继续了',
  'the guard failed on it': '守卫处理它时出错',
  'Not run: Interlock failed on this call ({0}).': '未执行：Interlock 处理此调用时出错（{0}）。',
  // Notes of the guard in the journal.
  'Handed over after the result that they waited for.': '在等到所需的结果之后移交。',
  'The model was asked {0} times in one turn; the turn was ended.': '在一个回合中询问了模型 {0} 次；该回合已结束。',
  'Asked the model again ({0}): {1}': '再次询问模型（第 {0} 次）：{1:said}',
  'The model could not be asked again: {0}.': '无法再次询问模型：{0:said}。',
  'Kept back until an earlier call of the same answer has its result: {0}.':
    '暂时保留，直到同一回答中较早的调用得到结果：{0:list}。',
  'The page was not shown all of an answer; the model will read the whole of it.':
    '某个回答没有全部显示给页面；模型会读到全部内容。',
  'The page changed its history; what it does not know of now stands at entry {0}.':
    '页面更改了其历史记录；它不知道的内容现在位于第 {0} 条。',
  'The page changed its history; what it does not know of has no place there any more.':
    '页面更改了其历史记录；它不知道的内容在其中已没有位置。',
  'Part of what was kept of this conversation is damaged, or of another version of Interlock, and was dropped. The model reads there what the page sends.':
    '为此会话保存的部分内容已损坏，或来自另一版本的 Interlock，已被丢弃。模型在这些地方读到的是页面发送的内容。',
};

export const PAGE_PARTS: Readonly<Record<string, string>> = {
  'the request failed ({0})': '请求失败（{0}）',
  'the page does not wait for it any more': '页面不再等待它',
  'the server answered {0}{1}': '服务器回答 {0}{1}',
};

/**
 * Why a call is held, refused or ended, in Simplified Chinese: the English form → the form here. `{0}` is a name, a key or what a
 * person wrote, and stays as it is; `{0:said}` is a sentence or a part of one itself (`known`: or it is
 * not this form), `{0:or}` and `{0:list}` are joined anew.
 */
export const REASONS: Readonly<Record<string, string>> = {
  // Verdicts.
  '{0}: {1}.': '{0:known}：{1:list}。',
  '{0}: it is in state {1}, wanted {2}. {3}': '{0:said}：它处于状态 {1}，需要处于 {2:or}。{3:said}',
  '{0}: it is in state {1} and the machine is strict. {2}': '{0:said}：它处于状态 {1}，而该状态机是严格的。{2:said}',
  '{0}: the key {1} cannot be found in its arguments. Send the arguments it names.':
    '{0:said}：在其参数中找不到键 {1}。请发送其中提到的参数。',
  'No call leads there from here.': '没有任何调用能从当前状态到达那里。',
  'First: {0}.': '请先调用：{0:or}。',
  'No call is allowed in this state.': '此状态下不允许任何调用。',
  'Allowed now: {0}.': '现在允许：{0:list}。',
  'A machine does not allow this call.': '有状态机不允许此调用。',
  'The key "{0}" names more than {1} instances in one call.': '键 "{0}" 在一次调用中指向超过 {1} 个实例。',
  // Decisions and ends.
  '{0} A person decided against it.': '{0:said}已由人决定拒绝。',
  '{0} A person decided against it: {1}': '{0:said}已由人决定拒绝：{1}',
  'No decision came within {0}, so the call was not run. It may be made again.':
    '{0:said}内无人作出决定，因此未执行此调用。可以再次发起。',
  'No result came within {0}.': '{0:said}内没有返回结果。',
  'Nobody waits for this call any more.': '已没有人在等待此调用。',
  'This call has already run and its result was delivered. Make a new call to run it again.':
    '此调用已经执行，结果也已送达。如需再次执行，请发起新的调用。',
  'This call was refused.': '此调用已被拒绝。',
  'This call has ended: {0}': '此调用已结束：{0:said}',
  'The call is gone: nobody waits for it any more.': '该调用已不存在：没有人再等待它。',
  '{0} is already {1}; that decision stands.': '{0:said} 已{1:said}；该决定不变。',
  '{0} is of an older set of machines; the call has to be made again.': '{0:said} 属于旧的状态机集；需要重新发起调用。',
  'Ticket {0} is unknown: nothing waits under it.': '请求单 {0} 不存在：没有调用以它的名义等待。',
  'The state has changed, and more has to be decided: {0}': '状态已改变，还需要作出更多决定：{0:said}',
  'The machines were changed while it waited.': '它等待期间状态机被更改。',
  'The machines were replaced; ask again.': '状态机已被替换；请重新询问。',
  'The machines were changed before it was known that this call may run, so it was not run. Make it again.':
    '在得知此调用可否执行之前状态机被更改，因此未执行。请再次发起。',
  'Another call of the id {0} is under way, with other arguments, so this one was not run.':
    '另一个编号为 {0}、参数不同的调用正在进行，因此未执行此调用。',
  // What a person did.
  'A person changed the arguments of this call. As changed it is refused: {0}':
    '有人更改了此调用的参数。更改后的调用被拒绝：{0:said}',
  'A person changed its arguments; it goes on as a call of its own, as changed.':
    '有人更改了它的参数；更改后的内容作为单独的调用继续。',
  'Allowed with the arguments that a person gave it.': '按人给出的参数允许执行。',
  'Allowed by grant {0} of {1}: {2}.': '由 {1} 的授权 {0} 允许：{2:said}。',
  'A person has stopped all tool calls with the kill switch of Interlock, so this call was not run. Do not try again until they tell you that calls may run.':
    '有人用 Interlock 的紧急停止开关停止了所有工具调用，因此未执行此调用。在被告知可以执行之前，请勿重试。',
  'Interlock was switched off for this site while the call waited, so it was not run. Make it again.':
    '调用等待期间 Interlock 在此站点被关闭，因此未执行。请再次发起。',
  // What keeps the guard from deciding.
  'A person has to decide on this call, but that it waits could not be recorded ({0}), so it was not run.':
    '此调用需要由人决定，但无法记录它正在等待（{0:said}），因此未执行。',
  "Interlock's settings cannot be used, so no tool call is run here. {0}":
    'Interlock 的设置无法使用，因此这里不执行任何工具调用。{0:said}',
  'The machines for this site cannot be used, so no tool call is run here. {0}':
    '此站点的状态机无法使用，因此这里不执行任何工具调用。{0:said}',
  '{0} calls of this tab are undecided already, so it was not run. Make it again when some of them are decided.':
    '此标签页已有 {0} 个调用尚未决定，因此未执行。请在其中一些有了决定后再次发起。',
  'Interlock cannot decide on this call, so it was not run: {0}':
    'Interlock 无法对此调用作出决定，因此未执行：{0:said}',
  'Interlock cannot read this message {0}, so it was left out.': 'Interlock 无法读取此消息{0:said}，因此将其忽略。',
  'Interlock cannot read this call {0}, so it was not run.': 'Interlock 无法读取此调用{0:said}，因此未执行。',
};

export const REASON_PARTS: Readonly<Record<string, string>> = {
  'Tool call {0} is not allowed now by {1}': '{1} 现在不允许工具调用 {0}',
  'Tool call {0} on {1} is not allowed now by {2}': '{2} 现在不允许对 {1} 的工具调用 {0}',
  'counter {0} is {1}, wanted {2}': '计数器 {0} 为 {1}，需要{2:and}',
  'at least {0}': '至少为 {0}',
  'at most {0}': '至多为 {0}',
  '{0} min': '{0} 分钟',
  '{0} s': '{0} 秒',
  'Ticket {0}': '请求单 {0}',
  'the same call again in this run': '本次运行中再次出现的同一调用',
  'this instance in this run': '本次运行中的此实例',
  'at "{0}" ({1})': '（"{0}" 处：{1:said}）',
  '({0})': '（{0:said}）',
  'unknown form': '形式未知',
  approved: '批准',
  rejected: '拒绝',
  expired: '过期',
  abandoned: '被放弃',
  refused: '拒绝',
  gone: '不存在',
};

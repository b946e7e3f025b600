/**
 * What the background reports to a person (what is wrong, what was not done and why), in Simplified Chinese. Places as in `reasons.ts`;
 * `{0:diagnostic}` is what the loader found.
 */
export const REPORTS: Readonly<Record<string, string>> = {
  // Decisions of a person that could not be carried out.
  'This call is not known (any more).': '此调用不存在（或已不再存在）。',
  'The decision could not be carried out: {0}': '无法执行该决定：{0:said}',
  'The machines were changed while this call waited; it is decided anew.':
    '此调用等待期间状态机被更改；将重新对它作出决定。',
  'The run that this call belongs to is over; allow it once, or deny it.':
    '此调用所属的运行已经结束；请允许一次，或拒绝。',
  'The call names no instance; allow it once, or deny it.': '此调用没有指明实例；请允许一次，或拒绝。',
  'The call is gone.': '该调用已不存在。',
  'It was changed in another window before, and runs as it was changed there, not with these arguments.':
    '它先前已在另一个窗口中被更改，将按那里的更改执行，而不是用这些参数。',
  'This page cannot run the call with other arguments. Nothing was decided: allow it as it is, or deny it with a note.':
    '此页面无法用其他参数执行该调用。尚未作出任何决定：请按原样允许，或附说明拒绝。',
  'As changed, it has to be decided anew: {0}': '更改后需要重新作出决定：{0:said}',
  'The arguments are {0}, and as changed they would be {1}.': '参数是{0:said}，更改后将变成{1:said}。',
  'This message cannot be read ({0}). Reload this page; nothing was done.':
    '无法读取此消息（{0:said}）。请重新加载此页面；未做任何更改。',
  'This message cannot be read at "{0}" ({1}). Reload this page; nothing was done.':
    '无法读取此消息的 "{0}"（{1:said}）。请重新加载此页面；未做任何更改。',
  'The machines were changed meanwhile; try again.': '状态机在此期间被更改；请重试。',
  // Sets and sites.
  'A set needs a name.': '状态机集需要一个名称。',
  'Not saved: {0}': '未保存：{0:said}',
  'Not saved: on {0} the machines would not go together. {1}': '未保存：在 {0} 上，这些状态机无法一起使用。{1:said}',
  'Not saved: on {0} the machines cannot be used. {1}': '未保存：在 {0} 上，这些状态机无法使用。{1:said}',
  'The document does not compile.': '该文档无法编译。',
  'Line {0}, column {1}: {2}': '第 {0} 行第 {1} 列：{2:diagnostic}',
  'Line {0}, column {1}: {2} (and {3} more)': '第 {0} 行第 {1} 列：{2:diagnostic}（另有 {3} 处）',
  'The set "{0}" does not exist.': '状态机集 "{0}" 不存在。',
  'The set "{0}" does not compile. {1}': '状态机集 "{0}" 无法编译。{1:said}',
  'The set "{0}" does not go with the ones before it. {1}':
    '状态机集 "{0}" 与它之前的状态机集无法一起使用。{1:diagnostic}',
  'The browser does not permit access to {0}.': '浏览器不允许访问 {0}。',
  // Problems and what to do about them.
  'The stored state cannot be used: {0}': '存储的状态无法使用：{0:said}',
  'The stored state cannot be shown: {0}': '存储的状态无法显示：{0:said}',
  'The guard failed: {0}': '守卫出错：{0:said}',
  'Calls that need it are refused. Reload the extension; if that does not help, export what you need and clear its data.':
    '需要它的调用会被拒绝。请重新加载扩展；若仍无效，请导出所需内容并清除其数据。',
  'Calls that need it are refused. Reload the extension; if that does not help, clear its data.':
    '需要它的调用会被拒绝。请重新加载扩展；若仍无效，请清除其数据。',
  'A message of {0} could not be read: {1}': '无法读取来自 {0} 的一条消息：{1:said}',
  'The call or message was refused. Reload the page; if it happens again, the page or Interlock has a fault.':
    '该调用或消息已被拒绝。请重新加载页面；若再次发生，则是页面或 Interlock 有故障。',
  'Every tool call is refused until they can be read.': '在能够读取设置之前，所有工具调用都会被拒绝。',
  'Every tool call there is refused until the set is mended or taken out.':
    '在修复或移除该状态机集之前，那里的所有工具调用都会被拒绝。',
  'The browser does not keep what Interlock has to know until it is closed: {0}':
    '浏览器没有保存 Interlock 在它关闭之前需要知道的内容：{0}',
  'Every tool call is refused until it does. Free disk space, or close the browser and start it again.':
    '在能够保存之前，所有工具调用都会被拒绝。请释放磁盘空间，或关闭浏览器后重新启动。',
  'Calls that have to wait for a person are refused until it does. Free disk space, or close the browser and start it again.':
    '在能够保存之前，需要等待人决定的调用都会被拒绝。请释放磁盘空间，或关闭浏览器后重新启动。',
  'On {0}: {1}': '{0} 上：{1:known}',
  'The kill switch is on, but that could not be stored: {0}': '紧急停止已开启，但无法存储：{0:said}',
  'It holds until the browser ends the extension; close the consoles, or free disk space and throw it again.':
    '它会保持到浏览器结束扩展为止；请关闭控制台，或释放磁盘空间后再次开启。',
  'Part of what the guard has to remember of a conversation of {0} was not kept: {1}':
    '守卫需要记住的 {0} 的某个会话的一部分没有保存：{1:said}',
  'there are {0} values already.': '已有 {0} 个值。',
  'a value has {0} characters, {1} are the most.': '一个值有 {0} 个字符，最多 {1} 个。',
  'The conversation goes on as it is until the page is reloaded. Begin a new one before you reload it.':
    '在页面重新加载之前，会话照常继续。重新加载之前请开始新的会话。',
};

export const REPORT_PARTS: Readonly<Record<string, string>> = {
  'a list': '列表',
  'an object': '对象',
  'a {0}': '{0:said}',
  'is not JSON': '不是 JSON',
  'is not JSON, or nested too deep': '不是 JSON，或嵌套过深',
};

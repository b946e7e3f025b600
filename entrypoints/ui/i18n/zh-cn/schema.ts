/**
 * What the language's schema says about its keys and values, in Simplified Chinese: the English description → the one here.
 */
export const SCHEMA: Readonly<Record<string, string>> = {
  'State machines that keep the tool calls of an agent in order.': '使智能体的工具调用井然有序的状态机。',
  'Where editors find this schema. Has no other meaning.': '编辑器在哪里找到此 schema。没有其他含义。',
  'The machines, in the order in which they speak among equals.': '状态机；其他条件相同时，按此顺序作出判定。',
  'Run-end guard: asks for more work when a run ends while instances are not in a terminal state.':
    '运行结束守卫：运行结束时若有实例不处于完成状态，则要求继续。',
  'How often one run may be sent on while instances are unfinished; 0 turns the run-end guard off.':
    '实例未完成时，一次运行最多被要求继续几次；0 表示关闭运行结束守卫。',
  'What the model is told; {summary} lists the unfinished instances as machine[key]=state.':
    '告诉模型的内容；{summary} 以 machine[key]=state 的形式列出未完成的实例。',

  'One machine: watches a family of tool calls and keeps a small state per instance.':
    '一个状态机：关注一类工具调用，并为每个实例保存一个小状态。',
  'Unique in the whole merged set.': '在合并后的整个集合中唯一。',
  'thread: states live as long as the conversation; run: they start anew at each run start.':
    'thread：状态与会话同在；run：每次运行开始时重新开始。',
  'observe: verdicts are recorded as what would have happened; nothing is held or refused.':
    'observe：只记录本应作出的判定，不暂停也不拒绝任何调用。',
  'Which instance a call belongs to, such as "{file_path}", "{file_path|path}" or "{paths[*]}". Empty: one for all.':
    '调用属于哪个实例，例如 "{file_path}"、"{file_path|path}" 或 "{paths[*]}"。留空：所有调用共用一个实例。',
  'Makes different spellings of one key the same.': '把同一个键的不同写法视为相同。',
  'With key_normalizer: path, an absolute path; keys under it become relative to it.':
    '与 key_normalizer: path 一起使用的绝对路径；其下的键改为相对于它。',
  'What to do when a call matches a pattern but its key does not resolve.': '调用匹配模式、但无法得出其键时怎么办。',
  'The state of an instance that nothing has happened to yet.': '尚未发生任何事的实例所处的状态。',
  'true: a keyed call that matches no transition of this machine is refused.':
    'true：有键、但不匹配此状态机任何转换的调用会被拒绝。',
  'The state to fall back to when the call ran but no `when` accepted its result.':
    '调用已执行、但没有 `when` 接受其结果时退回的状态。',
  'Timed states: for each, after what time it ends and what it becomes.':
    '限时状态：各自多久后到期，以及变成什么状态。',
  'When the state ends, and where it leads.': '状态何时到期，以及变成什么状态。',
  'How long an instance may sit in the state: 30s, 15m, 2h, 1d, or { steps: 20 }.':
    '实例可在此状态停留多久：30s、15m、2h、1d，或 { steps: 20 }。',
  'A duration such as 30s, 15m, 2h or 1d.': '时长，例如 30s、15m、2h 或 1d。',
  'Model steps.': '模型步骤数。',
  'The state it is treated as, and becomes, from then on.': '此后视为并变成的状态。',
  'States in which the work is done, for the run-end guard; none: no constraint.':
    '表示工作已完成的状态，供运行结束守卫使用；没有则不作限制。',
  'A state.': '一个状态。',
  'What moves an instance, and so what is legal when.': '使实例发生转换的条件，也就决定了何时允许什么。',

  'One step of the machine.': '状态机的一步。',
  'The calls (or the lifecycle event) this transition speaks of.': '此转换所针对的调用（或生命周期事件）。',
  'A tool-call pattern, such as Write(file_path ~ "src/**").': '工具调用模式，例如 Write(file_path ~ "src/**")。',
  'The event, such as step.before_inference.': '事件，例如 step.before_inference。',
  'The states it may start from: one, a list, or "*" for any. An empty list: none, so the call is always a violation.':
    '可以从哪些状态开始：一个、一个列表，或 "*" 表示任意。空列表：没有，因此该调用总是违规。',
  'A state, or "*" for any.': '一个状态，或 "*" 表示任意。',
  'The state it leads to.': '转换到的状态。',
  'Which results fire the transition; absent: any success.': '哪些结果会触发转换；不写则为任何成功的结果。',
  'The kind of result.': '结果的种类。',
  'A glob over the whole result as text.': '针对整个结果文本的通配模式。',
  'Conditions over the result as JSON, such as \'remaining = "0"\'; all must hold.':
    '针对 JSON 形式的结果的条件，例如 \'remaining = "0"\'；必须全部成立。',
  'Bounds that counters of the instance must keep, such as { tries: { lte: 3 } }; a missing counter is 0.':
    '实例的计数器必须满足的范围，例如 { tries: { lte: 3 } }；没有的计数器视为 0。',
  'At least.': '至少。',
  'At most.': '至多。',
  'What the instance remembers when the transition fires.': '转换触发时实例要记住的内容。',
  'Values to keep on the instance, such as { last: "{event.data.content.sha}" }.':
    '保存在实例上的值，例如 { last: "{event.data.content.sha}" }。',
  'Counters to raise by one.': '要加一的计数器。',
  'Counters to set back to 0.': '要归零的计数器。',
  'A reminder for the model when the transition fires.': '转换触发时给模型的提醒。',
  'Where the reminder reaches the model; context only on event transitions, and nothing else there.':
    '提醒通过哪里到达模型；context 只能用于事件转换，且事件转换只能用它。',
  'The reminder; may hold placeholders.': '提醒的内容；可含占位符。',
  'Model steps before this machine may remind of the same key again; 0: never throttled.':
    '此状态机就同一个键再次提醒之前须经过的模型步骤数；0：不限制。',
  'The same as cooldown_turns.': '与 cooldown_turns 相同。',
  'Who the reminder speaks as, with target session or conversation.':
    'target 为 session 或 conversation 时，以谁的身份提醒。',
  'What happens when the call comes at the wrong time; absent: deny.': '调用来得不是时候时怎么办；不写则为 deny。',
  'deny: refuse; ask: hold until a person decides; warn: let it run and say so.':
    'deny：拒绝；ask：暂停等待人工决定；warn：放行并给出警告。',
  'Why, for the model; may hold placeholders.': '给模型的理由；可含占位符。',
  'With ask: what an approved call does to the state.': '与 ask 一起使用：获准的调用如何改变状态。',
  'Another action from a number of violations on.': '违规达到一定次数后改用的措施。',
  'Violations of this transition by one instance in one run.': '同一实例在一次运行中违反此转换的次数。',
  'A stronger action, or ask after deny.': '更严格的措施，或 deny 之后的 ask。',
};

import type { Entry } from '../entry.ts';

export const measure = {
  'measure.smoke.answers': { en: 'Answers: {question}', zh: '回答：{question}' },
  'measure.smoke.stream': { en: 'Streams its answer', zh: '流式回答' },
  'measure.smoke.usage': { en: 'Token counts add up', zh: 'token 计数一致' },
  'measure.smoke.concurrent': { en: '{count} chats at once', zh: '{count} 路并发对话' },
  'measure.smoke.key-wrong': { en: 'A wrong key is refused', zh: '错误密钥被拒绝' },
  'measure.smoke.key-missing': { en: 'No key is refused', zh: '无密钥请求被拒绝' },

  'measure.smoke.passed': {
    en: 'Smoke test passed: {passed}/{total} checks',
    zh: '冒烟测试通过：{passed}/{total} 项',
  },
  'measure.smoke.failed': {
    en: 'Smoke test failed: {passed}/{total} checks passed',
    zh: '冒烟测试未通过：{total} 项中通过 {passed} 项',
  },
  'measure.smoke.keyless': {
    en: 'The API has no key, so nothing is refused; the two key checks are left out',
    zh: 'API 未设置密钥，不会拒绝任何请求；跳过两项密钥检查',
  },
  'measure.smoke.said': { en: 'It said: {text}', zh: '模型回答：{text}' },
  'measure.smoke.requests': {
    en: '{passed}/{total} requests succeeded',
    zh: '{total} 个请求中 {passed} 个成功',
  },

  'measure.smoke.why.missing': {
    en: 'The answer does not contain "{wanted}"',
    zh: '回答中没有“{wanted}”',
  },
  'measure.smoke.why.too-few': {
    en: 'The answer has {tokens} tokens, at least {wanted} are expected',
    zh: '回答只有 {tokens} 个 token，至少应有 {wanted} 个',
  },
  'measure.smoke.why.empty': {
    en: 'The answer is empty (finish_reason {finish})',
    zh: '回答为空（finish_reason {finish}）',
  },
  'measure.smoke.why.thinking': {
    en: 'The answer is empty with finish_reason length: reasoning used up the budget. Raise max_tokens or let the model think less',
    zh: '回答为空且 finish_reason 为 length：推理过程用完了额度。请调高 max_tokens 或降低思考强度',
  },
  'measure.smoke.why.one-chunk': {
    en: 'The answer came in {chunks} pieces of text: it is not streamed',
    zh: '回答只分成 {chunks} 段文本：没有真正流式输出',
  },
  'measure.smoke.why.no-finish': {
    en: 'The stream ended without finish_reason',
    zh: '流式回答结束时没有 finish_reason',
  },
  'measure.smoke.why.no-usage': {
    en: 'The engine gave no token counts',
    zh: '引擎没有返回 token 计数',
  },
  'measure.smoke.why.sum': {
    en: '{prompt} prompt and {completion} completion tokens are not {total} in total',
    zh: '输入 {prompt} 与输出 {completion} 个 token 之和不等于总数 {total}',
  },
  'measure.smoke.why.differs': {
    en: 'The same request counts {whole} completion tokens whole and {streamed} streamed',
    zh: '同一请求，整体返回计为 {whole} 个输出 token，流式返回计为 {streamed} 个',
  },
  'measure.smoke.why.open': {
    en: '{path} answered without a valid key: anyone who reaches the port can use it',
    zh: '{path} 在没有有效密钥时也作出了回答：能访问该端口的任何人都可以使用',
  },
} as const satisfies Record<string, Entry>;

import { describe, expect, it } from 'vitest'
import { codeOf, idOf } from './links'

describe('what somebody typed', () => {
  it.each([
    ['p6s36crmxz6t', 'p6s36crmxz6t'],
    [' P6S3-6CRM-XZ6T ', 'p6s36crmxz6t'],
    ['http://192.168.1.5:8000/t/p6s36crmxz6t/hand', 'p6s36crmxz6t'],
    ['https://example.org/t/p6s36crmxz6t?x=1', 'p6s36crmxz6t'],
    ['', ''],
    ['hello world!', ''],
    ['kbnrt', ''],
  ])('%s may be a link', (typed, id) => expect(idOf(typed)).toBe(id))

  it.each([
    ['kbnrt', 'kbnrt'],
    [' K B-N R T ', 'kbnrt'],
    ['', ''],
    ['kbnr', ''],
    ['kbnr5', ''],
    ['p6s36crmxz6t', ''],
  ])('%s may be a code', (typed, code) => expect(codeOf(typed)).toBe(code))
})

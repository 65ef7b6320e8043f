import { describe, expect, it } from 'vitest'
import { codeOf, spelled } from './links'

describe('the code of a table', () => {
  it.each([
    ['p6s36crmxz6t', 'p6s36crmxz6t'],
    [' P6S3-6CRM-XZ6T ', 'p6s36crmxz6t'],
    ['http://192.168.1.5:8000/t/p6s36crmxz6t/hand', 'p6s36crmxz6t'],
    ['https://example.org/t/p6s36crmxz6t?x=1', 'p6s36crmxz6t'],
    ['', ''],
    ['hello world!', ''],
    ['abc', ''],
  ])('is found in %s', (typed, code) => expect(codeOf(typed)).toBe(code))

  it('is spelled in groups', () => expect(spelled('p6s36crmxz6t')).toBe('p6s3-6crm-xz6t'))
})

import { expect, test } from 'vitest'
import { deviceLabel } from './device'

test('a device is called by its browser and its system', () => {
  expect(deviceLabel('Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0')).toBe('Firefox, Android')
  expect(deviceLabel('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604.1')).toBe(
    'Safari, iPhone',
  )
  expect(deviceLabel('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537 Chrome/150.0 Safari/537 Edg/150.0')).toBe('Edge, Windows')
  expect(deviceLabel('curl/8')).toBe('')
})

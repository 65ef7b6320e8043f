import { beforeEach, expect, it, vi } from 'vitest'
import german from '../../parts/analyse/lang/de.json'
import french from '../../parts/analyse/lang/fr.json'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['de-AT'] })
  vi.stubGlobal('document', { documentElement: {} })
})

it('has the texts of a part that are wanted while a language is on its way', async () => {
  const { has, lang, loadTexts, loadTextsOf, t } = await import('./i18n.svelte')
  await Promise.all([loadTexts(), loadTextsOf('pages/'), loadTexts(), loadTextsOf('parts/analyse/')])
  expect([lang(), document.documentElement.lang]).toEqual(['de', 'de'])
  expect([has('home.play'), has('offline'), t('analyse.broken')]).toEqual([true, true, german['analyse.broken']])
})

it('has them in the language that was wanted last', async () => {
  const { prefs } = await import('../local/prefs.svelte')
  const { lang, loadTexts, loadTextsOf, t } = await import('./i18n.svelte')
  const first = loadTexts()
  prefs.lang = 'fr'
  await Promise.all([first, loadTextsOf('parts/analyse/'), loadTexts()])
  expect([lang(), t('analyse.broken')]).toEqual(['fr', french['analyse.broken']])
})

import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { install } from './lib/app.svelte'
import { SITE } from './lib/net/reach.svelte'
import { loadTexts, loadTextsOf } from './lib/text/i18n.svelte'
import { followLinks } from './lib/route.svelte'
import { wakeAudio } from './lib/audio'

followLinks()
wakeAudio()

const target = document.getElementById('app')
if (!target) throw new Error('the page has no #app')
await loadTexts()
// The start page of a site says how to run a server, in words that others do not need.
if (SITE) await loadTextsOf('pages/')
mount(App, { target })
void install()

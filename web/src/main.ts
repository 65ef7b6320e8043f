import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { install } from './lib/app.svelte'
import { loadTexts } from './lib/text/i18n.svelte'
import { followLinks } from './lib/route.svelte'
import { wakeSound } from './lib/sound'

followLinks()
wakeSound()

const target = document.getElementById('app')
if (!target) throw new Error('the page has no #app')
await loadTexts()
mount(App, { target })
void install()

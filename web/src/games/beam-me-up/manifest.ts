import type { Manifest } from '../list'
import Cover from './Cover.svelte'
import './theme.css'

export const manifest: Manifest = { title: 'Beam me up', Cover }

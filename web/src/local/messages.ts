/** What a page tells the worker with the tables of this device, and what it is told. */

export type Order =
  | { kind: 'boot'; folder: string; speed: number }
  | { kind: 'ask'; id: number; method: string; path: string; body: string }
  | { kind: 'open'; socket: number; table: string }
  | { kind: 'send'; socket: number; text: string }
  | { kind: 'close'; socket: number }

export type Answer =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'opened'; socket: number }
  | { kind: 'message'; socket: number; text: string }
  | { kind: 'closed'; socket: number }
  | { kind: 'failed'; reason: string; id?: number }

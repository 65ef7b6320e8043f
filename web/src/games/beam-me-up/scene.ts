/** What the server sends of this game, and what its board is given. */

import type { BeamMeUpEvent as Event, BeamMeUpView as View } from '../../wire/views/beam-me-up'
import type * as room from '../room'

export type { Event, View }
export type Scene = room.Scene<View, Event>
export type BoardProps = room.BoardProps<View, Event>
export type Told = room.Told<View, Event>
export type Lesson = room.Lesson<View>

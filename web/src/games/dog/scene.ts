/** What the server sends of this game, and what its board is given. */

import type { DogEvent as Event, DogView as View } from '../../wire/views/dog'
import type * as room from '../room'

export type { Event, View }
export type Scene = room.Scene<View, Event>
export type BoardProps = room.BoardProps<View, Event>
export type Told = room.Told<View, Event>
export type Lesson = room.Lesson<View>

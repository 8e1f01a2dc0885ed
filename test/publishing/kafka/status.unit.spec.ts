import { expect, test } from 'vitest'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { createStatusBoard } from '#publishing/kafka/status.ts'

/** A feed that was seen so often, while events waited for it. */
function seen(looks: number, board = createStatusBoard()) {
  for (let look = 0; look < looks; look += 1) board.look(true)
  return board
}

test('a feed that has published everything is not stuck, however long nothing happens', () => {
  const board = createStatusBoard()
  board.publishing(logPosition(9n))
  for (let look = 0; look < 100; look += 1) board.look(false)
  expect(board.current()).toMatchObject({ phase: 'publishing', failure: undefined })
})

test('a feed that does not get on for a minute is stuck, whatever it calls itself', () => {
  const board = createStatusBoard()
  for (let term = 0; term < 6; term += 1) {
    board.enter('waiting', 'Kafka ended a transaction')
    seen(1, board)
    board.publishing(logPosition(4n))
    seen(1, board)
  }
  expect(board.current().phase).toBe('publishing')
  seen(2, board)
  expect(board.current()).toMatchObject({ phase: 'stuck', failure: 'Kafka ended a transaction' })
  board.publishing(logPosition(5n))
  expect(board.current()).toMatchObject({ phase: 'publishing', failure: undefined })
})

test('a feed that stands by is not stuck while another one publishes', () => {
  const board = createStatusBoard()
  board.enter('standingBy', undefined)
  for (let look = 0; look < 20; look += 1) {
    seen(1, board)
    board.standsBeside()
  }
  expect(board.current().phase).toBe('standingBy')
  expect(seen(12, board).current()).toMatchObject({
    phase: 'stuck',
    failure: 'nothing was published for 60 s although events wait',
  })
})

test('what waits for a person keeps its name', () => {
  const board = createStatusBoard()
  board.enter('topicDamaged', 'a topic is gone')
  expect(seen(100, board).current()).toMatchObject({ phase: 'topicDamaged' })
})

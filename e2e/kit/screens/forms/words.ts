import { feedbackList, sendFeedback, serviceMessages, writeToService } from '@banyan/domain'
import { homeAnswers } from '../fixtures/home.ts'
import { type Form, press, type, words } from './form.ts'

/* Forms of words: the service and feedback. */

const written = words('写消息', 'Write a message')
export const serviceForm: Form = {
  name: 'a message to the service',
  call: writeToService,
  places: { recoveryWordsInText: 'message', servicePictureUnknown: 'message' },
  async open(screen) {
    homeAnswers(screen.answers)
    screen.answers.give(serviceMessages, {
      items: [],
      nextCursor: null,
      read: { member: 0, staff: 0 },
      conversation: null,
      hours: {
        days: [1, 2, 3, 4, 5],
        from: '09:00',
        until: '18:00',
        timeZone: 'Asia/Singapore',
        isOpen: true,
      },
    })
    await screen.show('/pages/home/service?tab=chat')
  },
  fill: screen => type(screen, written, 'Where is my recharge?'),
  send: screen => press(screen, words('发送', 'Send')),
  typed: [[written, 'Where is my recharge?']],
}

const feedback = words('内容', 'Text')
export const feedbackForm: Form = {
  name: 'feedback',
  call: sendFeedback,
  places: {
    recoveryWordsInText: 'message',
    servicePictureUnknown: 'message',
    feedbackDailyLimit: 'message',
  },
  async open(screen) {
    screen.answers.give(feedbackList, { items: [], nextCursor: null })
    await screen.show('/pages/home/service?tab=feedback')
  },
  fill: screen => type(screen, feedback, 'The list jumps.'),
  send: screen => press(screen, words('提交反馈', 'Submit feedback')),
  typed: [[feedback, 'The list jumps.']],
}

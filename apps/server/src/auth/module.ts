import { identityModule } from '../identity/module.ts'
import { operatorsModule } from '../operators/module.ts'
import type { Auth } from '../platform/http/auth.ts'
import { defineModule } from '../platform/manifest.ts'
import { sessionsModule } from '../sessions/module.ts'
import { stopsModule } from '../stops/module.ts'
import { verificationModule } from '../verification/module.ts'

/** The checks that come before every call: who calls, with which proof, and whether the call is stopped. */
export const authModule = defineModule({
  name: 'auth',
  needs: {
    identity: identityModule,
    operators: operatorsModule,
    sessions: sessionsModule,
    stops: stopsModule,
    verification: verificationModule,
  },
  open: (_, { identity, operators, sessions, stops, verification }): Auth => ({
    authenticate: sessions.authenticate,
    authenticateOperator: operators.authenticate,
    checkProof: operators.checkProof,
    recordRefused: operators.recordRefused,
    checkPaymentPassword: identity.checkPaymentPasswordOf,
    checkEmailCode: verification.checkStepUp,
    checkFreezes: sessions.checkFreezes,
    refuseStopped: stops.refuseStopped,
    closingAmong: identity.closingAmong,
    enterCall: stops.enterCall,
  }),
})

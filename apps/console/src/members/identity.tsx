import { unmaskers, unmaskMember } from '@banyan/domain'
import { Button, CopyText } from '@banyan/ui'
import { useState } from 'react'
import {
  ActForm,
  dayText,
  Fact,
  Facts,
  Panel,
  shellTexts,
  useCommand,
  useKeys,
  useTexts,
} from '../shell/index.ts'
import styles from './members.module.css'
import type { ClearData, Member } from './queries.ts'
import { memberTexts } from './texts.ts'

/** Who the member is; personal data masked until the reader gives a reason. */
export function IdentityPanel({ member, now }: { member: Member; now: number }) {
  const t = useTexts(memberTexts).identity
  const { receiving } = member
  const [clear, setClear] = useState<ClearData | null>(null)
  return (
    <Panel title={t.title}>
      <Facts>
        <Fact name={t.account}>{member.accountId}</Fact>
        <Fact name={t.code}>
          <CopyText text={member.inviteCode} />
        </Fact>
        <Fact name={t.joined}>{dayText(member.joinedAt, now)}</Fact>
        <Fact name={t.country}>{member.country}</Fact>
        <Fact name={t.email}>{member.email ?? t.none}</Fact>
        <Fact name={t.emailSince}>{member.emailBoundAt && dayText(member.emailBoundAt, now)}</Fact>
        <Fact name={t.bsc}>{receiving?.bsc ?? null}</Fact>
        <Fact name={t.tron}>{receiving?.tron ?? null}</Fact>
        <Fact name={t.contact}>{receiving?.contact || null}</Fact>
        <Fact name={t.passwords}>
          {member.passwordsChangedAt && dayText(member.passwordsChangedAt, now)}
        </Fact>
      </Facts>
      {clear ? (
        <InClear clear={clear} onHide={() => setClear(null)} />
      ) : (
        <Unmask member={member} onClear={setClear} />
      )}
    </Panel>
  )
}

function Unmask({ member, onClear }: { member: Member; onClear: (clear: ClearData) => void }) {
  const t = useTexts(memberTexts).identity
  const { roles, roleList } = useTexts(shellTexts)
  const [asking, setAsking] = useState(false)
  const id = member.accountId
  const unmask = useCommand(unmaskMember)
  const may = member.moves.includes('unmask')
  useKeys([{ keys: 'shift+u', label: t.unmaskKey, run: () => setAsking(true) }], { off: !may })
  useKeys([{ keys: 'escape', label: t.hide, run: () => setAsking(false), isQuiet: true }], {
    off: !asking,
  })
  if (!may)
    return (
      <p className="cap">
        {t.masked} {t.unmaskNot(unmaskers.map(role => roles[role]).join(roleList))}
      </p>
    )
  if (!asking)
    return (
      <Button tone="secondary" size="small" icon="eye" onClick={() => setAsking(true)}>
        {t.unmask} <kbd>⇧ U</kbd>
      </Button>
    )
  return (
    <ActForm
      label={t.unmaskReason}
      button={`${t.unmask} · ${member.nickname} ${id}`}
      tone="secondary"
      pending={unmask.pending}
      onAct={async reason => {
        const clear = await unmask.run({ params: { id }, body: { reason } })
        if (clear) onClear(clear)
        return clear !== null
      }}
    />
  )
}

function InClear({ clear, onHide }: { clear: ClearData; onHide: () => void }) {
  const t = useTexts(memberTexts).identity
  const { email, receiving, rechargeAddresses, withdrawalAddresses } = clear
  const text = (value: string | null | undefined) => (value ? <CopyText text={value} /> : t.none)
  return (
    <div className={styles.clear}>
      <p className="cap">{t.shown}</p>
      <Facts>
        <Fact name={t.email}>{text(email)}</Fact>
        <Fact name={t.bsc}>{text(receiving?.bsc)}</Fact>
        <Fact name={t.tron}>{text(receiving?.tron)}</Fact>
        <Fact name={t.contact}>{receiving?.contact || t.none}</Fact>
        {rechargeAddresses.map(address => (
          <Fact key={address} name={t.recharge}>
            {text(address)}
          </Fact>
        ))}
        {withdrawalAddresses.map(({ address, label }) => (
          <Fact key={address} name={t.withdrawal}>
            {text(address)} {label}
          </Fact>
        ))}
      </Facts>
      <Button tone="quiet" size="small" icon="eye-off" onClick={onHide}>
        {t.hide}
      </Button>
    </div>
  )
}

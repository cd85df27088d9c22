import '@banyan/ui/styles.css'
import {
  AddressText,
  AmountInput,
  Avatar,
  Button,
  Card,
  Checkbox,
  Chip,
  type ChosenImage,
  CoinMark,
  Confirm,
  CopyText,
  Countdown,
  Empty,
  ErrorBlock,
  Field,
  Icon,
  type IconName,
  ImageChooser,
  KitProvider,
  kitTexts,
  List,
  Money,
  Note,
  PasswordInput,
  PinSheet,
  QrCode,
  RelativeTime,
  Row,
  Segmented,
  Select,
  Sheet,
  Skeleton,
  Sprout,
  Steps,
  Switch,
  Tabs,
  TextArea,
  TextInput,
  Toaster,
  ToastViewport,
  Trend,
} from '@banyan/ui'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MovingParts } from './moving-parts.tsx'

/* Every part of the kit on one page, for visual inspection. `npm run dev`, then /gallery.html; never built. */

const toaster = new Toaster()
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const icons: IconName[] = [
  'home',
  'community',
  'exchange',
  'wallet',
  'me',
  'back',
  'copy',
  'eye',
  'eye-off',
  'plus',
  'scan',
  'qr',
  'bell',
  'check',
  'check-circle',
  'warning',
  'info',
  'clock',
  'shield',
  'send',
  'download',
  'upload',
  'image',
  'close',
  'globe',
  'sun',
  'moon',
  'key',
  'list',
  'filter',
  'search',
  'settings',
  'logout',
  'split',
  'chart',
  'gift',
  'chat',
  'trash',
  'inbox',
  'offline',
  'link',
  'keyboard',
  'backspace',
]

function Gallery() {
  const [side, setSide] = useState<'buy' | 'sell' | 'mine'>('buy')
  const [tab, setTab] = useState<'all' | 'open'>('all')
  const [network, setNetwork] = useState<string | null>(null)
  const [layer, setLayer] = useState<'sheet' | 'pin' | 'confirm' | null>(null)
  const [over, setOver] = useState(false)
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  const [deadline] = useState(() => Date.now() + 872_000)
  const [refused, setRefused] = useState<string>()
  const close = () => setLayer(null)
  return (
    <main className="page-pad stack" style={{ maxWidth: 480, margin: '0 auto' }}>
      <Card hero>
        <p className="sub">总资产估值 (USDT)</p>
        <Money value="12480.360000" size="hero" />
        <p>
          <Trend value="1.86" percent size="sub" /> <span className="sub">今日 +227.94</span>
        </p>
      </Card>
      <Segmented
        label="方向"
        value={side}
        onValueChange={setSide}
        choices={[
          { value: 'buy', label: '买入' },
          { value: 'sell', label: '卖出' },
          { value: 'mine', label: '我的订单' },
        ]}
      />
      <Card>
        <div style={{ display: 'flex', gap: 10, alignItems: 'center' }}>
          <Avatar name="星河商行" />
          <Avatar name="蓝鲸" seed="21100169" size={40} />
          <CoinMark coin="USDT" />
          <CoinMark coin="LEAF" size={40} />
          <Sprout grown={1} size={48} />
          <b style={{ flex: 1 }}>星河商行</b>
          <span className="cap">1,284 笔 · 99.6%</span>
        </div>
        <div
          style={{
            display: 'flex',
            alignItems: 'end',
            justifyContent: 'space-between',
            marginTop: 10,
          }}
        >
          <div>
            <Money value="0.326" size="num" unit="USDT" />
            <p className="sub">
              数量 <Money value="12345.678" unit="LEAF" size="sub" />
            </p>
            <p className="sub">限额 100 – 5,000</p>
          </div>
          <Button size="small">购买</Button>
        </div>
        <div style={{ display: 'flex', gap: 8, marginTop: 10 }}>
          <Chip>TRON</Chip>
          <Chip>BSC</Chip>
        </div>
      </Card>
      <Card title="待付款" aside={<Chip tone="accent">进行中</Chip>}>
        <Steps names={['付款', '放币', '完成']} at={1} named />
        <p style={{ textAlign: 'center', margin: '12px 0' }}>
          <Countdown deadline={deadline} size="hero" />
        </p>
        <List>
          <Row label="应付金额" value={<Money value="3510" unit="USDT" />} strong />
          <Row label="单价" value={<Money value="0.326" unit="USDT" />} />
          <Row label="匹配编号" value={<CopyText text="M202611210003" />} />
          <Row label="时间" value={<RelativeTime time={Date.now() - 7_200_000} />} />
        </List>
      </Card>
      <Card title="收款地址" aside={<Chip tone="neutral">BSC</Chip>}>
        <div style={{ display: 'grid', placeItems: 'center', gap: 16 }}>
          <QrCode text={address} label="收款地址二维码" />
          <CopyText text={address}>
            <AddressText address={address} />
          </CopyText>
        </div>
      </Card>
      <Note tone="warn">超时未付款,订单将自动取消,请在倒计时内完成。</Note>
      <Note>助记词只在本机生成,从不发送。</Note>
      <Card title="表单">
        <div className="stack">
          <Field label="账户ID" hint="8 位数字">
            <TextInput placeholder="请输入账户ID" inputMode="numeric" />
          </Field>
          <Field label="登录密码" error="登录密码不能为空">
            <PasswordInput placeholder="8 至 64 位" />
          </Field>
          <Field label="数量" aside={<>可用 1,234.50 USDT</>}>
            <AmountInput unit="USDT" onMax={() => toaster.show('全部')} />
          </Field>
          <Field label="网络">
            <Select
              label="选择网络"
              value={network}
              onValueChange={setNetwork}
              choices={[
                { value: 'BSC', label: 'BSC', note: '手续费低' },
                { value: 'TRON', label: 'TRON' },
              ]}
            />
          </Field>
          <Field label="说明">
            <TextArea placeholder="最多 140 字" />
          </Field>
          <Switch label="隐藏金额" defaultChecked />
          <Checkbox label="我已阅读并同意规则与风险提示" defaultChecked />
          <ImageChooser
            images={images}
            onChange={setImages}
            label="上传付款截图（最多 3 张）"
            max={3}
            onProblem={text => toaster.show(text)}
          />
        </div>
      </Card>
      <Tabs
        label="状态"
        value={tab}
        onValueChange={setTab}
        choices={[
          { value: 'all', label: '全部' },
          { value: 'open', label: '进行中' },
        ]}
      >
        <Card>
          <Empty icon="list" action={<Button size="small">去交易</Button>}>
            还没有成交记录
          </Empty>
        </Card>
      </Tabs>
      <Card>
        <ErrorBlock compact code="42900" onRetry={() => {}}>
          操作过于频繁,请稍后再试
        </ErrorBlock>
      </Card>
      <Card>
        <Skeleton width="40%" /> <Skeleton width="80%" height="24px" />
      </Card>
      <Card title="菜单">
        <List>
          <Row icon="shield" label="安全" value="已绑定" href="#/x" />
          <Row icon="globe" label="语言" note="简体中文" href="#/x" />
          <Row icon="logout" label="退出登录" onClick={() => {}} />
        </List>
      </Card>
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
        <Chip tone="accent">待付款</Chip>
        <Chip tone="warn">待放币</Chip>
        <Chip tone="ok">已完成</Chip>
        <Chip tone="danger">已拒绝</Chip>
        <Chip>已取消</Chip>
        <Trend value="-0.012" unit="USDT" />
      </div>
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 }}>
        <Button onClick={() => setLayer('sheet')}>抽屉</Button>
        <Button tone="secondary" onClick={() => setLayer('pin')}>
          支付密码
        </Button>
        <Button tone="danger" onClick={() => setLayer('confirm')}>
          取消订单
        </Button>
        <Button tone="quiet" onClick={() => toaster.show('复制成功', { tone: 'ok' })}>
          提示
        </Button>
        <Button pending>提交中</Button>
        <Button disabled>不可用</Button>
      </div>
      <MovingParts toaster={toaster} />
      <Card title="图标">
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(8, 1fr)', gap: 14 }}>
          {icons.map(name => (
            <Icon key={name} name={name} label={name} />
          ))}
        </div>
      </Card>
      <Sheet
        open={layer === 'sheet'}
        onOpenChange={close}
        title="购买 LEAF"
        description="卖家 星河商行"
        footer={<Button onClick={close}>确认购买</Button>}
      >
        <Field label="数量">
          <AmountInput unit="LEAF" onMax={() => {}} />
        </Field>
        <Button tone="quiet" onClick={() => setOver(true)}>
          上层抽屉
        </Button>
        <Sheet open={over} onOpenChange={setOver} title="上层">
          <p>两层抽屉，两层遮罩。</p>
        </Sheet>
      </Sheet>
      <PinSheet
        open={layer === 'pin'}
        onOpenChange={close}
        title="输入支付密码"
        summary={<Money value="500" unit="USDT" size="num" />}
        label="支付密码"
        confirmText="确认"
        error={refused}
        onSubmit={digits => {
          if (digits === '135790') toaster.show('已提交')
          else setRefused('支付密码不正确，还可尝试 4 次')
        }}
      />
      <Confirm
        open={layer === 'confirm'}
        onOpenChange={close}
        title="取消这笔订单？"
        confirmText="取消订单"
        cancelText="再想想"
        tone="danger"
        onConfirm={close}
      >
        未成交的部分会立即退回可用余额。
      </Confirm>
      <ToastViewport toaster={toaster} />
    </main>
  )
}

const place = document.getElementById('app')
const light = matchMedia('(prefers-color-scheme: light)').matches
if (light) document.documentElement.dataset.theme = 'light'
if (place) {
  createRoot(place).render(
    <KitProvider texts={kitTexts['zh-CN']} now={Date.now}>
      <Gallery />
    </KitProvider>,
  )
}

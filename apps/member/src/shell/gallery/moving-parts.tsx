import {
  Card,
  type ChosenFile,
  type ChosenImage,
  FileChooser,
  FilterChips,
  ImageChooser,
  Swiper,
  TextInput,
  type Toaster,
  useLongPress,
} from '@banyan/ui'
import { useState } from 'react'

/** The parts that move, wait or choose: the browser tests of the kit use them. */
export function MovingParts({ toaster }: { toaster: Toaster }) {
  const [filter, setFilter] = useState<'all' | 'open'>('all')
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  const [held, setHeld] = useState(0)
  const press = useLongPress(() => setHeld(held + 1))
  const problem = (text: string) => toaster.show(text)
  return (
    <>
      <Swiper label="公告轮播">
        {['系统维护通知', '新一轮认购开始', '防范诈骗提醒'].map(text => (
          <p key={text} style={{ padding: 20 }}>
            {text}
          </p>
        ))}
      </Swiper>
      <FilterChips
        label="状态筛选"
        value={filter}
        onValueChange={setFilter}
        choices={[
          { value: 'all', label: '全部' },
          { value: 'open', label: '进行中' },
        ]}
      />
      <Card title="选择">
        <FileChooser
          label="选择文件"
          files={files}
          onChoose={taken =>
            setFiles([...files, ...taken.map(({ file }) => ({ id: file.name, name: file.name }))])
          }
          onRemove={id => setFiles(files.filter(one => one.id !== id))}
          onProblem={problem}
        />
        <ImageChooser label="选择图片" images={images} onChange={setImages} onProblem={problem} />
        <TextInput aria-label="限长输入" />
        <button type="button" {...press} onClick={() => setHeld(0)}>
          长按 {held}
        </button>
      </Card>
    </>
  )
}

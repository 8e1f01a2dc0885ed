import { BarChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { aims, limitOf } from './aims.ts'
import type { Result } from './benchmark.ts'

use([BarChart, ScatterChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

const WIDTH = 720
const ROW_HEIGHT = 44
const FRAME_HEIGHT = 120

/** An SVG with a bar for each ratio, and for each figure that has an aim; a diamond is the aim. */
export function chartOf({ name, figures, ratios }: Result): string {
  const aimed = Object.entries(figures).filter(([figure]) => aims[name]?.[figure])
  const bars = [...Object.entries(ratios), ...aimed]
  const chart = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: WIDTH,
    height: FRAME_HEIGHT + ROW_HEIGHT * bars.length,
  })
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: {
      left: 10,
      text: name,
      subtext: 'ours ÷ reference of the same run; a diamond is the aim',
    },
    legend: { right: 10, top: 10, data: ['measured', 'aim'] },
    grid: { left: 110, right: 60, top: 70, bottom: 30 },
    xAxis: { type: 'log' },
    yAxis: { type: 'category', inverse: true, data: bars.map(([ratio]) => ratio) },
    series: [
      {
        name: 'measured',
        type: 'bar',
        data: bars.map(([, value]) => Number(value.toPrecision(3))),
        label: { show: true, position: 'right' },
        itemStyle: { color: '#b8860b' },
      },
      {
        name: 'aim',
        type: 'scatter',
        symbol: 'diamond',
        symbolSize: 14,
        data: bars.flatMap(([ratio]) => {
          const aim = aims[name]?.[ratio]
          return aim === undefined ? [] : [[limitOf(aim), ratio]]
        }),
        itemStyle: { color: '#1f3d5c' },
      },
    ],
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return `${svg}\n`
}

import * as echarts from 'echarts';

/** What one of so many took. */
export interface Point {
	count: number;
	ms: number;
	bytes: number;
}

/** What was counted, and the points with ascending counts. */
export interface Series {
	unit: string;
	points: readonly Point[];
}

const COLORS = ['#0072b2', '#d55e00', '#009e73'];
const SIZE = { width: 860, height: 360 };
const SIDES = ['left', 'right'] as const;

/** Draws time and memory of each item, page and line against their number, both axes logarithmic, as SVG. */
export function drawGrowth(series: readonly Series[]): string {
	const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...SIZE });
	const panels = [
		{ title: 'Processor time of each (ms)', valueOf: ({ ms }: Point) => ms },
		{ title: 'Memory of each (KB)', valueOf: ({ bytes }: Point) => bytes / 1024 },
	];
	chart.setOption({
		animation: false,
		backgroundColor: '#ffffff',
		color: COLORS,
		legend: { bottom: 4, data: series.map(({ unit }) => nameOf(unit)) },
		title: panels.map(({ title }, index) => ({
			text: title,
			left: index === 0 ? '6%' : '56%',
			top: 8,
			textStyle: { fontSize: 14, fontWeight: 'normal' },
		})),
		grid: SIDES.map((side) => ({ [side]: side === 'left' ? '6%' : '3%', width: '41%', top: 48, bottom: 76 })),
		xAxis: panels.map((_, gridIndex) => ({
			gridIndex,
			type: 'log',
			name: 'how many',
			nameLocation: 'middle',
			nameGap: 26,
			axisLabel: { formatter: (value: number) => value.toLocaleString('en') },
		})),
		yAxis: panels.map((_, gridIndex) => ({ gridIndex, type: 'log' })),
		series: panels.flatMap(({ valueOf }, index) =>
			series.map(({ unit, points }) => ({
				name: nameOf(unit),
				type: 'line',
				xAxisIndex: index,
				yAxisIndex: index,
				symbolSize: 7,
				data: points.map((point) => [point.count, valueOf(point)]),
			})),
		),
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	return `${svg}\n`;
}

const nameOf = (unit: string): string => `${unit}s`;

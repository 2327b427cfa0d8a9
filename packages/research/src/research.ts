// Entry of the package: metrics, intervals, plots and reports for experiments.
export { type Chance, type Interval, intervalOf, seededChance } from './intervals.ts'
export { type Metric, METRIC_FORMS, metricOf, parseMetric, type RunData } from './metrics.ts'
export { curvePlot, intervalPlot } from './plots.ts'
export { type Experiment, reportPage, type RunResult, summariesOf, type Summary, summaryCsv } from './report.ts'

// Entry of the package: metrics, intervals, plots and reports for experiments.
export { type Chance, type Interval, intervalOf, seededChance } from './intervals.ts'
export { METRIC_FORMS, type Metric, metricOf, parseMetric, type RunData } from './metrics.ts'
export { curvePlot, intervalPlot } from './plots.ts'
export { type Experiment, type RunResult, reportPage, type Summary, summariesOf, summaryCsv } from './report.ts'

import { type ResultRecord, type RoundResult, showRoundResult } from "@first-bounce/contract/stats/round-result";
import { findLastCompleteRound } from "@first-bounce/rules/round/round";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { useCall } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { NotFound } from "../../app/not-found/not-found.tsx";
import { paths } from "../../app/paths.ts";
import { useIds } from "../../app/use-ids.ts";
import { ButtonLink } from "../../components/button/button-link.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { EmptyState, Notice } from "../../components/states/states.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { lazyPart } from "../../upgrade/lazy-part.ts";
import { ResultDecisions } from "./result-decisions.tsx";
import { ResultEliminations, ResultMatchUps } from "./result-match-ups.tsx";
import { ResultScore } from "./result-score.tsx";
import styles from "./round-result.module.css";

/** The records that the round set. */
const ResultRecords = ({ records }: { readonly records: readonly ResultRecord[] }) => {
	const { t } = useTranslation();
	if (records.length === 0) return null;
	const isRank = (kind: ResultRecord["kind"]) => kind === "best-round-rank" || kind === "best-overall-rank";
	return (
		<section className={styles.card} aria-label={t("result.records")}>
			<h2>{t("result.records")}</h2>
			<ul className={styles.records}>
				{records.map(({ kind, value, before, leagueName }) => {
					const format = isRank(kind) ? formatInteger : formatPoints;
					return (
						<li key={`${kind} ${leagueName}`}>
							<Icon name="star" size={14} />
							<span>
								{t(`result.record.${kind}`, { value: format(value), league: leagueName ?? "" })}
								{before === null ? null : <small>{t("result.before", { value: format(before) })}</small>}
							</span>
						</li>
					);
				})}
			</ul>
		</section>
	);
};

const ShareSnapshotButton = lazyPart(
	async () => (await import("../../sharing/share-snapshot-button.tsx")).ShareSnapshotButton,
);

const ResultView = ({ result, season }: { readonly result: RoundResult; readonly season: Season }) => {
	const { t } = useTranslation();
	const { roundId, teamId } = result;
	return (
		<>
			{result.isCorrected ? <Notice tone="info">{t("result.corrected")}</Notice> : null}
			<ResultScore result={result} />
			<ResultRecords records={result.records} />
			<ResultDecisions result={result} season={season} />
			<ResultMatchUps matchUps={result.matchUps} roundId={roundId} points={result.points} />
			<ResultEliminations eliminations={result.eliminations} />
			<nav className={styles.links} aria-label={t("result.more")}>
				<ButtonLink to={`${paths.team.to()}?round=${roundId}`}>{t("result.team")}</ButtonLink>
				<ButtonLink to={paths.score.to(roundId, teamId)}>{t("why.open")}</ButtonLink>
				<ButtonLink to={`${paths.rankings.to()}?round=${roundId}`}>{t("rankings.title")}</ButtonLink>
				<ButtonLink to={paths.seasonReport.to()}>{t("report.open")}</ButtonLink>
			</nav>
		</>
	);
};

const Result = ({ roundId, season }: { readonly roundId: number; readonly season: Season }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const navigate = useNavigate();
	const response = useCall(showRoundResult, { params: { roundId } });
	const { result = null, reason = null, startRoundId = null } = response.data ?? {};
	const name = formatRoundLabel(roundId, season.rules);
	const choices = season.rounds
		.filter(
			({ id, status }) => id === roundId || (status === "complete" && startRoundId !== null && id >= startRoundId),
		)
		.map(({ id }) => ({ value: id, label: formatRoundLabel(id, season.rules) }))
		.reverse();
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: t("result.title", { round: name }) })}</title>
			<header className={styles.head}>
				<div>
					<h1>{t("result.title", { round: name })}</h1>
					<p>{result?.teamName}</p>
				</div>
				<div className={styles.actions}>
					<Suspense>
						{result ? <ShareSnapshotButton target={{ type: "result", roundId }} teamName={result.teamName} /> : null}
					</Suspense>
					<SelectChip
						label={t("team.roundSwitcher")}
						variant="plain"
						value={roundId}
						choices={choices}
						onChange={(id) => void navigate(paths.results.to(id))}
					/>
				</div>
			</header>
			{result ? (
				<ResultView result={result} season={season} />
			) : reason ? (
				<EmptyState
					icon="stats"
					title={t(`result.none.${reason}.title`)}
					text={t(`result.none.${reason}.text`, {
						round: startRoundId === null ? "" : formatRoundLabel(startRoundId, season.rules),
					})}
				>
					<Link to={paths.team.to()}>{t("team.title")}</Link>
				</EmptyState>
			) : (
				<LoadingOrError of={[response]} height="70vh" />
			)}
		</div>
	);
};

/** The newest published round, for an address without a number; the first round if none is published. */
const getNewestRoundId = ({ rounds }: Season): number => (findLastCompleteRound(rounds) ?? rounds[0])?.id ?? 1;

/** The result of the user's team in a published round: score, ranks, decisions, match-ups and records. */
export const RoundResultScreen = () => {
	const { roundId } = useParams();
	const ids = useIds("roundId");
	const season = useSeason();
	if (roundId !== undefined && !ids) return <NotFound />;
	if (season.state !== "ready") return <LoadingOrError of={[season]} height="70vh" />;
	const id = ids?.roundId ?? getNewestRoundId(season.value);
	return season.value.rounds.some((round) => round.id === id) ? (
		<Result key={id} roundId={id} season={season.value} />
	) : (
		<NotFound />
	);
};

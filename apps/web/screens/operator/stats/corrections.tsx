import { listRounds, type OperatorMatch } from "@first-bounce/contract/operator/season";
import { correctStatLines, type MatchStatLine, showStatLines } from "@first-bounce/contract/operator/stats";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { ActionButton } from "../parts/role.tsx";
import { type OperatorRound, RoundChoice, useSelectedRound } from "../parts/round-choice.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { LateCorrections } from "./late-corrections.tsx";
import { LineDialog } from "./line-dialog.tsx";
import { OldPricesNotice } from "./prices.tsx";
import { STAT_COUNT_KEYS } from "./stat-counts.ts";

const MatchGrid = lazyPart(async () => (await import("./grid/match-grid.tsx")).MatchGrid);

/** Says why the players of a match have no stats yet; null once it is being played or over. */
function getMissingStatsKey({ status, isAbandoned }: OperatorMatch): "abandoned" | "notPlayed" | null {
	if (isAbandoned) return "abandoned";
	return status === "scheduled" ? "notPlayed" : null;
}

const Lines = ({ match }: { readonly match: OperatorMatch }) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	const [lineToCorrect, setLineToCorrect] = useState<MatchStatLine | null>(null);
	const [isGridOpen, setGridOpen] = useState(false);
	const query = useCall(showStatLines, { params: { id: match.id } });
	const missingStatsKey = getMissingStatsKey(match);
	if (isGridOpen && query.data)
		return (
			<Suspense>
				<MatchGrid match={match} lines={query.data.lines} onClose={() => setGridOpen(false)} />
			</Suspense>
		);
	return (
		<QueryContent query={query}>
			{({ lines }) => (
				<>
					{missingStatsKey ? (
						<p>
							{t(`corrections.${missingStatsKey}`)}{" "}
							{missingStatsKey === "notPlayed" ? <DateTime at={match.startsAt} /> : null}
						</p>
					) : null}
					<div>
						<ActionButton call={correctStatLines} onPress={() => setGridOpen(true)}>
							{t("grid.open")}
						</ActionButton>
					</div>
					<DataTable
						caption={t("corrections.lines")}
						rows={lines}
						getKey={({ playerId }) => playerId}
						actionsHead={t("action")}
						actions={(line) => (
							<ActionButton
								call={correctStatLines}
								onPress={() => setLineToCorrect(line)}
								aria-label={`${t(line.stats ? "corrections.correct" : "corrections.enter")}: ${line.name}`}
							>
								{t(line.stats ? "corrections.correct" : "corrections.enter")}
							</ActionButton>
						)}
						columns={[
							{
								id: "name",
								head: t("player"),
								cell: ({ name, isCorrected }) => (
									<>
										{name} {isCorrected ? <Badge tone="warn">{t("corrections.corrected")}</Badge> : null}
									</>
								),
							},
							{ id: "club", head: t("club"), isWide: true, cell: ({ squadId }) => getShortName(squadId) },
							{
								id: "points",
								head: t("corrections.points"),
								isNumber: true,
								// Before the end of the match, missing stats do not mean that the player did not play.
								cell: ({ points }) =>
									points ?? (match.status === "complete" && !missingStatsKey ? t("corrections.dnp") : "–"),
							},
							...STAT_COUNT_KEYS.map((count) => ({
								id: count,
								head: count,
								isNumber: true,
								isWide: true,
								cell: ({ stats }: MatchStatLine) => stats?.[count] ?? "–",
							})),
						]}
					/>
					{lineToCorrect ? (
						<LineDialog match={match} line={lineToCorrect} onClose={() => setLineToCorrect(null)} />
					) : null}
				</>
			)}
		</QueryContent>
	);
};

const Matches = ({ rounds }: { readonly rounds: readonly OperatorRound[] }) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	const { round, choose } = useSelectedRound(rounds);
	const [selectedRoundId, setSelectedRoundId] = useState<number | null>(null);
	const match = round?.matches.find(({ id }) => id === selectedRoundId) ?? round?.matches[0];
	return (
		<Panel
			title={t("section.corrections")}
			text={t("corrections.text")}
			tools={
				<>
					<RoundChoice rounds={rounds} value={round} onChange={choose} />
					<SelectChip
						label={t("rounds.match")}
						value={String(match?.id ?? "")}
						choices={(round?.matches ?? []).map(({ id, homeSquadId, awaySquadId }) => ({
							value: String(id),
							label: `${getShortName(homeSquadId)} – ${getShortName(awaySquadId)}`,
						}))}
						onChange={(id) => setSelectedRoundId(Number(id))}
					/>
				</>
			}
		>
			{match ? <Lines key={match.id} match={match} /> : null}
		</Panel>
	);
};

/** Enters or corrects every player's stats of a match, and says if prices are still based on the old stats. */
export const CorrectionsSection = () => {
	const query = useCall(listRounds, {});
	const published = query.data?.rounds.findLast(({ phase }) => phase === "complete");
	return (
		<>
			{published ? <OldPricesNotice roundId={published.id} /> : null}
			<LateCorrections />
			<QueryContent query={query}>{({ rounds }) => <Matches rounds={rounds} />}</QueryContent>
		</>
	);
};

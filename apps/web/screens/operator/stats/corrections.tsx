import { listRounds, type OperatorMatch } from "@first-bounce/contract/operator/season";
import {
	correctStatLines,
	type MatchStatLine,
	previewStats,
	type StatCounts,
	showStatLines,
} from "@first-bounce/contract/operator/stats";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall, useCallMutation } from "../../../api/use-call.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { Form } from "../../../components/form-card/form-card.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import { buildNumberColumn } from "../../../components/table/table.tsx";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { FormButtons } from "../parts/form-buttons.tsx";
import { NumberField } from "../parts/number-field.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { ActionButton } from "../parts/role.tsx";
import { type OperatorRound, RoundChoice, useSelectedRound } from "../parts/round-choice.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { CorrectionSummary } from "./correction-effect.tsx";
import { LateCorrections } from "./late-corrections.tsx";
import { OldPricesNotice } from "./prices.tsx";
import { getMaxStat, STAT_COUNT_KEYS, ZERO_COUNTS } from "./stat-counts.ts";

interface StatLineProps {
	readonly match: OperatorMatch;
	readonly line: MatchStatLine;
	readonly onClose: () => void;
}

/** Steps: edit the player's stats, review the effects, give a reason. */
const StatLineDialog = ({ match, line, onClose }: StatLineProps) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const [counts, setCounts] = useState<StatCounts>(line.stats ?? ZERO_COUNTS);
	const [isOut, setOut] = useState(false);
	const preview = useCallMutation(previewStats, { meta: { hasInlineError: true } });
	const lines = [{ playerId: line.playerId, stats: isOut ? null : counts }];
	const params = { id: match.id };
	if (preview.isSuccess) {
		// The reviewed ones, even if a field was changed while the preview was loading.
		const { body } = preview.variables;
		return (
			<ActionDialog
				title={line.name}
				effect={<CorrectionSummary effect={preview.data} />}
				confirm={t("corrections.confirm")}
				done={t("corrections.done", { name: line.name })}
				onClose={onClose}
				onConfirm={(reason) => client(correctStatLines, { params, body: { reason, ...body } })}
			/>
		);
	}
	return (
		<Dialog title={line.name} isOpen onClose={onClose}>
			<Form className={styles.body} onSubmit={() => preview.mutate({ params, body: { lines } })}>
				<CheckboxField name="out" isSelected={isOut} onChange={setOut}>
					{t("corrections.didNotPlay")}
				</CheckboxField>
				<fieldset className={styles.counts} disabled={isOut}>
					<legend className="spoken">{t("corrections.counts")}</legend>
					{STAT_COUNT_KEYS.map((count) => (
						<NumberField
							key={count}
							label={tCommon(`player.stat.${count}`)}
							max={getMaxStat(count)}
							value={counts[count]}
							onChange={(value) => setCounts({ ...counts, [count]: value ?? 0 })}
						/>
					))}
				</fieldset>
				<ErrorNotice error={preview.error} />
				<FormButtons submit={t("corrections.preview")} isPending={preview.isPending} onCancel={onClose} />
			</Form>
		</Dialog>
	);
};

const MatchGrid = lazyPart(async () => (await import("./grid/match-grid.tsx")).MatchGrid);

/** Says why the players of a match have no stats yet; null once it is being played or over. */
function getMissingStatsKey({ status, isAbandoned }: OperatorMatch): "abandoned" | "notPlayed" | null {
	if (isAbandoned) return "abandoned";
	return status === "scheduled" ? "notPlayed" : null;
}

const StatLines = ({ match }: { readonly match: OperatorMatch }) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	const [statLine, setStatLine] = useState<MatchStatLine | null>(null);
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
						actions={(line) => (
							<ActionButton
								call={correctStatLines}
								onPress={() => setStatLine(line)}
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
							...STAT_COUNT_KEYS.map((count) =>
								buildNumberColumn(count, count, ({ stats }: MatchStatLine) => stats?.[count] ?? "–", { isWide: true }),
							),
						]}
					/>
					{statLine ? <StatLineDialog match={match} line={statLine} onClose={() => setStatLine(null)} /> : null}
				</>
			)}
		</QueryContent>
	);
};

const Matches = ({ rounds }: { readonly rounds: readonly OperatorRound[] }) => {
	const { t } = useTranslation("operator");
	const { getMatchName } = useClubs();
	const { round, choose } = useSelectedRound(rounds);
	const [selectedMatchId, setSelectedMatchId] = useState<number | null>(null);
	const match = round?.matches.find(({ id }) => id === selectedMatchId) ?? round?.matches[0];
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
						choices={(round?.matches ?? []).map((choice) => ({
							value: String(choice.id),
							label: getMatchName(choice),
						}))}
						onChange={(id) => setSelectedMatchId(Number(id))}
					/>
				</>
			}
		>
			{match ? <StatLines key={match.id} match={match} /> : null}
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

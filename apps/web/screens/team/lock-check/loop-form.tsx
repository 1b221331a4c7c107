import { arrangeLoop } from "@first-bounce/rules/coach/arrange-loop";
import { listLoopCaptains, suggestLoop } from "@first-bounce/rules/instructions/loop";
import { getSquadLastStartTime, hasBye, type Round } from "@first-bounce/rules/round/round";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Form } from "../../../components/form-card/form-card.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import { buildLockContext } from "../model/call-lock-rules.ts";
import { applyFix } from "./apply-fix.ts";
import styles from "./lock-check.module.css";
import { useInstructions } from "./use-instructions.ts";

export function buildLoopContext({ season, context }: Board, round: Round) {
	return {
		...buildLockContext({ season, round, isLocked: context.isLocked }),
		rules: season.rules,
		getChanceToPlay: (id: number) => season.playerById.get(id)?.stats.chanceToPlay ?? 1,
		hasBye: (id: number) => hasBye(season.playerById.get(id)?.squadId ?? 0, round),
		getLastStartTime: (id: number) => getSquadLastStartTime(season.playerById.get(id)?.squadId ?? 0, round),
	};
}

/** The highest score that the server takes. */
const MAX_SCORE = 500;

interface LoopStepsProps {
	readonly vice: string;
	readonly captain: string;
	readonly score: string;
}

/** What a loop does, in three steps. */
const LoopSteps = ({ vice, captain, score }: LoopStepsProps) => {
	const { t } = useTranslation();
	return (
		<ol className={styles.steps}>
			<li>
				<b>{t("loop.stepScore", { score })}</b> {vice}
			</li>
			<li>
				<b>{t("loop.stepCaptain")}</b> {captain}
			</li>
			<li>
				<b>{t("loop.stepDouble")}</b> {vice}
			</li>
		</ol>
	);
};

/** Offers to prepare the line-up for a loop, if a loop gains points and the line-up is not ready for it. */
export const LoopTip = ({ board, round }: { readonly board: Board; readonly round: Round }) => {
	const { t } = useTranslation();
	const { season, lineup, mode, editor, live } = board;
	const context = buildLoopContext(board, round);
	const arranged = suggestLoop(lineup, context) ? null : arrangeLoop(lineup, context);
	if (!arranged) return null;
	const { captainId, viceCaptainId } = arranged.lineup;
	const prepare = () => {
		if (mode === "edit") return editor.replaceWith(arranged.lineup);
		for (const [outId, inId] of arranged.swaps) live.swap(outId, inId);
		applyFix(board, { kind: "captains", captainId, viceCaptainId });
	};
	return (
		<>
			<p className={styles.note}>
				{t("loop.tip", {
					vice: season.getPlayerName(viceCaptainId),
					captain: season.getPlayerName(captainId),
					out: season.getPlayerName(arranged.plan.captainId),
					count: Math.round(arranged.plan.gain),
					gain: formatPoints(arranged.plan.gain),
				})}
			</p>
			<div className={styles.actions}>
				<Button onPress={prepare}>{t("loop.prepare")}</Button>
			</div>
		</>
	);
};

/** Writes a loop beforehand (docs/game-rules.md#a-loop-written-beforehand), with the score that the coach suggests. */
export const LoopForm = ({ board, round }: { readonly board: Board; readonly round: Round }) => {
	const { t } = useTranslation();
	const { query, add } = useInstructions();
	const [chosenId, setChosenId] = useState<number | null>(null);
	const [typedScore, setTypedScore] = useState<string | null>(null);
	const { season, lineup } = board;
	const context = buildLoopContext(board, round);
	const captains = listLoopCaptains(lineup, context);
	const plan = suggestLoop(lineup, context);
	const { viceCaptainId } = lineup;
	const hasLoop = query.data?.instructions.some(
		({ minimumScore, playerId, state }) => minimumScore !== null && playerId === viceCaptainId && state === "waiting",
	);
	const captainId = captains.find((id) => id === chosenId) ?? plan?.captainId ?? captains[0];
	if (!query.data || hasLoop || captainId === undefined || context.isLocked(viceCaptainId)) return null;
	const vice = season.getPlayerName(viceCaptainId);
	const score = typedScore ?? String(plan?.minimumScore ?? "");
	const isValid = /^[1-9]\d{0,2}$/.test(score.trim()) && Number(score) <= MAX_SCORE;
	return (
		<Form
			className={styles.loop}
			onSubmit={() => {
				const body = { playerId: viceCaptainId, replacement: null, captainId, minimumScore: Number(score) };
				if (isValid) add.mutate({ body }, { onSuccess: () => showToast({ tone: "good", text: t("loop.saved") }) });
			}}
		>
			<h4>{t("loop.title")}</h4>
			<LoopSteps vice={vice} captain={season.getPlayerName(captainId)} score={isValid ? score : "–"} />
			<p className={styles.note}>{t("loop.explain", { vice, captain: season.getPlayerName(captainId) })}</p>
			{captains.length > 1 ? (
				<SelectField
					name="loop-captain"
					label={t("loop.captain")}
					placeholder={t("loop.captain")}
					value={String(captainId)}
					choices={captains.map((id) => ({ value: String(id), label: season.getPlayerName(id) }))}
					onChange={(id) => setChosenId(Number(id))}
				/>
			) : null}
			<TextField
				name="loop-score"
				label={t("loop.score", { vice })}
				inputMode="numeric"
				maxLength={3}
				value={score}
				onChange={setTypedScore}
				error={score !== "" && !isValid ? t("loop.scoreRange", { max: MAX_SCORE }) : undefined}
				hint={
					plan
						? t("loop.suggested", {
								score: plan.minimumScore,
								count: Math.round(plan.gain),
								gain: formatPoints(plan.gain),
							})
						: t("loop.noSuggestion")
				}
			/>
			<ErrorNotice error={add.error} />
			<div className={styles.actions}>
				<Button type="submit" variant="main" isDisabled={!isValid} isPending={add.isPending}>
					{t("loop.save")}
				</Button>
			</div>
		</Form>
	);
};

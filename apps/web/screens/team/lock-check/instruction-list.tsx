import type { InstructionView } from "@first-bounce/contract/team/instructions";
import { computeLoopGain } from "@first-bounce/rules/instructions/loop";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { Notice, QueryError } from "../../../components/states/states.tsx";
import { formatDateTime, formatPoints } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import styles from "./lock-check.module.css";
import { buildLoopContext } from "./loop-form.tsx";
import { useInstructions } from "./use-instructions.ts";
import { useLockCheck } from "./use-lock-check.ts";

/** The points that a loop is expected to add while its vice captain is still to play, rounded; 0 for anything else. */
function computeExpectedGain(board: Board, { playerId, captainId, minimumScore, state }: InstructionView): number {
	const { season, lineup, context } = board;
	const canStillHappen = state === "waiting" && playerId === lineup.viceCaptainId && !context.isLocked(playerId);
	if (!season.current || !canStillHappen || captainId === null || minimumScore === null) return 0;
	const loop = { captainId, minimumScore };
	return Math.round(computeLoopGain(lineup, loop, buildLoopContext(board, season.current)));
}

interface MoveProps {
	readonly name: string;
	readonly isFirst: boolean;
	readonly isLast: boolean;
	readonly isPending: boolean;
	readonly onMove: (step: number) => void;
}

/** Buttons that let an instruction run earlier or later than the others. */
const MoveButtons = ({ name, isFirst, isLast, isPending, onMove }: MoveProps) => {
	const { t } = useTranslation();
	return (
		<>
			<Button
				icon="up"
				isIcon
				isDisabled={isFirst || isPending}
				aria-label={t("ifOut.up", { name })}
				onPress={() => onMove(-1)}
			>
				{t("ifOut.up", { name })}
			</Button>
			<Button
				icon="down"
				isIcon
				isDisabled={isLast || isPending}
				aria-label={t("ifOut.down", { name })}
				onPress={() => onMove(1)}
			>
				{t("ifOut.down", { name })}
			</Button>
		</>
	);
};

interface RowProps {
	readonly board: Board;
	readonly instruction: InstructionView;
	readonly instructions: readonly InstructionView[];
	readonly isPending: boolean;
	readonly onMove: (step: number) => void;
	readonly onDelete: () => void;
}

const Row = ({ board, instruction, instructions, isPending, onMove, onDelete }: RowProps) => {
	const { t } = useTranslation();
	const { openInstruction, savedInstructionId } = useLockCheck();
	const row = useRef<HTMLLIElement>(null);
	const isJustSaved = savedInstructionId === instruction.id;
	useEffect(() => {
		if (isJustSaved) row.current?.scrollIntoView({ block: "center" });
	}, [isJustSaved]);
	const { playerId, replacement, captainId, minimumScore, state, ran, reasons, conflict } = instruction;
	const name = board.season.getPlayerName(playerId);
	const number = instructions.indexOf(instruction) + 1;
	const conflictNumber = instructions.findIndex(({ id }) => id === conflict?.withId) + 1;
	const conflictReasons = conflict?.reasons.join(". ") ?? "";
	const gain = computeExpectedGain(board, instruction);
	const isLoop = minimumScore !== null;
	// A loop is decided once its match is complete, also if it failed.
	const canDelete = state !== "done" && ran?.cause !== "match-complete";
	return (
		<li ref={row} className={styles.instruction} data-state={state} data-saved={isJustSaved || undefined}>
			<p className={styles.summary}>
				{instructions.length > 1 ? <span className={styles.number}>{number}.</span> : null}
				<b>{isLoop ? t("loop.heading", { name, score: minimumScore }) : t("ifOut.heading", { name })}</b>
				<span className={styles.state}>{t(`ifOut.state.${state}`)}</span>
			</p>
			{replacement ? (
				<p>{t(`ifOut.summary.${replacement.kind}`, { name: board.season.getPlayerName(replacement.playerId) })}</p>
			) : null}
			{captainId ? <p>{t("ifOut.summary.captain", { name: board.season.getPlayerName(captainId) })}</p> : null}
			{gain > 0 ? <p>{t("loop.worth", { count: gain, gain: formatPoints(gain) })}</p> : null}
			{ran ? <p>{t(`ifOut.ran.${ran.cause}`, { time: formatDateTime(Date.parse(ran.at)) })}</p> : null}
			{ran?.receiptId ? (
				<p className={styles.receipt}>
					{t("receipt.number")} <code>{ran.receiptId}</code>
				</p>
			) : null}
			{reasons.length > 0 ? (
				<Notice tone={state === "failed" ? "bad" : "info"}>{t("ifOut.failed", { reasons: reasons.join(". ") })}</Notice>
			) : null}
			{conflict ? (
				<Notice tone="warn">
					{conflictNumber > 0
						? t("ifOut.conflictWith", { number: conflictNumber, reasons: conflictReasons })
						: t("ifOut.conflict", { reasons: conflictReasons })}
				</Notice>
			) : null}
			<div className={styles.actions}>
				{instructions.length > 1 ? (
					<MoveButtons
						name={name}
						isFirst={number === 1}
						isLast={number === instructions.length}
						isPending={isPending}
						onMove={onMove}
					/>
				) : null}
				{state === "waiting" && !isLoop ? (
					<Button aria-label={t("ifOut.edit", { name })} onPress={() => openInstruction(playerId, instruction.id)}>
						{t("ifOut.change")}
					</Button>
				) : null}
				{canDelete ? (
					<Button variant="quiet" isPending={isPending} aria-label={t("ifOut.delete", { name })} onPress={onDelete}>
						{t("ifOut.deleteShort")}
					</Button>
				) : null}
			</div>
		</li>
	);
};

/** The team's waiting, done and failed instructions, in the order in which they run. */
export const InstructionList = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { query, remove, order } = useInstructions();
	const { isAllowed } = board.season.rules.instructions;
	const all = query.data?.instructions ?? [];
	const move = (index: number, step: number) => {
		const ids = all.map(({ id }) => id);
		const [moved = 0] = ids.splice(index, 1);
		ids.splice(index + step, 0, moved);
		order.mutate({ body: { ids } });
	};
	return (
		<section className={styles.section}>
			<h3>{t("ifOut.title")}</h3>
			{isAllowed ? (
				<p className={styles.note}>{t("ifOut.intro", { minutes: board.season.rules.instructions.minutesBefore })}</p>
			) : (
				<p>{t("ifOut.notAllowed")}</p>
			)}
			<QueryError queries={[query]} />
			{query.isPending ? <Skeleton height="80px" /> : null}
			{isAllowed && query.data && all.length === 0 ? <p>{t("ifOut.empty")}</p> : null}
			{all.length > 0 ? (
				<ol className={styles.list}>
					{all.map((instruction, index) => (
						<Row
							key={instruction.id}
							board={board}
							instruction={instruction}
							instructions={all}
							isPending={remove.isPending || order.isPending}
							onMove={(step) => move(index, step)}
							onDelete={() => remove.mutate({ body: { id: instruction.id } })}
						/>
					))}
				</ol>
			) : null}
		</section>
	);
};

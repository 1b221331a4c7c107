import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Instructions, InstructionView } from "@first-bounce/contract/team/instructions";
import { type Instruction, REPLACEMENT_KINDS } from "@first-bounce/rules/instructions/instruction";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { Form, FormActions } from "../../../components/form-card/form-card.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatMoney, formatPoints } from "../../../i18n/format.ts";
import { getFullName } from "../../../players/player-format.ts";
import { getRoundProjection } from "../../../players/team-score.ts";
import type { Board } from "../board/state/board.ts";
import { formatViolation } from "../model/format-violation.ts";
import { checkNow, listCandidates, listCaptainCandidates } from "./instruction-candidates.ts";
import styles from "./lock-check.module.css";
import { PlayerSearchField } from "./player-search-field.tsx";
import { useInstructions } from "./use-instructions.ts";
import { useLockCheck } from "./use-lock-check.ts";

const KINDS = [...REPLACEMENT_KINDS, "none"] as const;
type Kind = (typeof KINDS)[number];

interface Props {
	readonly board: Board;
	readonly playerId: number;
}

interface FormProps extends Props {
	/** The instruction that the form replaces. */
	readonly existing: InstructionView | undefined;
	/** Whether another instruction for the same player is waiting. */
	readonly isAlternative: boolean;
}

/** The chosen replacement and captain, what can be chosen, and what speaks against the choice now. */
function useInstructionForm({ board, playerId, existing }: Omit<FormProps, "isAlternative">) {
	const [chosenKind, setChosenKind] = useState<Kind>(existing ? (existing.replacement?.kind ?? "none") : "swap");
	const [inId, setInId] = useState<number | null>(existing?.replacement?.playerId ?? null);
	const [chosenCaptainId, setCaptainId] = useState<number | null>(existing?.captainId ?? null);
	const isCaptain = board.lineup.captainId === playerId;
	// Ignores choices that are no longer possible because the captaincy or the line-up has changed.
	const kind = chosenKind === "none" && !isCaptain ? "swap" : chosenKind;
	const captainChoices = isCaptain
		? listCaptainCandidates(board, playerId, kind === "swap" || kind === "trade" ? inId : null)
		: [];
	const captainId = captainChoices.find(({ id }) => id === chosenCaptainId)?.id ?? null;
	const replacement = kind !== "none" && inId !== null ? { kind, playerId: inId } : null;
	const instruction: Instruction = { playerId, replacement, captainId };
	const isReady = (kind === "none" || inId !== null) && (replacement !== null || captainId !== null);
	return {
		season: board.season,
		isCaptain,
		kind,
		setKind: (next: Kind) => {
			setChosenKind(next);
			setInId(null);
		},
		inId,
		setInId,
		candidates: kind === "none" ? [] : listCandidates(board, playerId, kind),
		captainChoices,
		captainId,
		setCaptainId,
		instruction,
		isReady,
		violations: isReady ? checkNow(board, instruction) : [],
	};
}
type InstructionState = ReturnType<typeof useInstructionForm>;

/** Saves the instruction, new or in place of the existing one, and shows it among the saved instructions. */
function useSaveInstruction(existing: InstructionView | undefined) {
	const { t } = useTranslation();
	const { openSaved } = useLockCheck();
	const { add, replace } = useInstructions();
	const { error, isPending } = existing ? replace : add;
	const onSuccess = ({ instructions }: Instructions) => {
		showToast({ tone: "good", text: t("ifOut.saved") });
		openSaved(existing?.id ?? Math.max(...instructions.map(({ id }) => id)));
	};
	return {
		error,
		isPending,
		save: (body: Instruction) => {
			if (existing) replace.mutate({ body: { ...body, id: existing.id } }, { onSuccess });
			else add.mutate({ body }, { onSuccess });
		},
	};
}

/** The player who comes in; nothing if only the captain is replaced. */
const ReplacementField = ({ kind, candidates, inId, setInId, season }: InstructionState) => {
	const { t } = useTranslation();
	if (kind === "none") return null;
	if (candidates.length === 0) return <Notice tone="info">{t(`ifOut.nobody.${kind}`)}</Notice>;
	const describe = (entry: PlayerEntry) =>
		t(kind === "trade" ? "ifOut.tradeDetails" : "ifOut.details", {
			points: formatPoints(getRoundProjection(entry, null, season)),
			cost: formatMoney(entry.cost),
			status: t(`status.${entry.status}`),
		});
	return (
		<PlayerSearchField
			key={kind}
			label={t("ifOut.player")}
			placeholder={t("ifOut.choose")}
			emptyText={t("ifOut.noMatch")}
			value={inId}
			choices={candidates.map((entry) => ({
				id: entry.id,
				name: getFullName(entry),
				status: entry.status,
				details: describe(entry),
			}))}
			onChange={setInId}
		/>
	);
};

const CaptainField = ({ captainId, captainChoices, setCaptainId, season }: InstructionState) => {
	const { t } = useTranslation();
	return (
		<SelectField
			name="captain"
			label={t("ifOut.captain")}
			placeholder={t("ifOut.captainKeep")}
			value={String(captainId ?? 0)}
			choices={[
				{ value: "0", label: t("ifOut.captainKeep") },
				...captainChoices.map((entry) => ({
					value: String(entry.id),
					label: t("ifOut.choice", {
						name: getFullName(entry),
						points: formatPoints(getRoundProjection(entry, null, season)),
					}),
				})),
			]}
			onChange={(id) => setCaptainId(Number(id) || null)}
		/>
	);
};

const InstructionForm = ({ board, playerId, existing, isAlternative }: FormProps) => {
	const { t } = useTranslation();
	const { closeForm } = useLockCheck();
	const missingId = useId();
	const state = useInstructionForm({ board, playerId, existing });
	const { isReady, kind, violations } = state;
	const { save, error, isPending } = useSaveInstruction(existing);
	const { season } = board;
	const status = season.playerById.get(playerId)?.status;
	const hasCandidates = state.candidates.length > 0;
	const missing = kind === "none" ? "chooseCaptain" : hasCandidates ? "chooseFirst" : "chooseOther";
	return (
		<Form
			className={dialog.body}
			onSubmit={() => {
				if (isReady) save(state.instruction);
			}}
		>
			<p className={styles.note}>{t("ifOut.intro", { minutes: season.rules.instructions.minutesBefore })}</p>
			{isAlternative ? <Notice tone="info">{t("ifOut.alternative")}</Notice> : null}
			{status === "injured" || status === "not-playing" ? <Notice tone="warn">{t("ifOut.outNow")}</Notice> : null}
			<Segmented
				label={t("ifOut.kind")}
				variant="chips"
				choices={KINDS.filter((candidate) => candidate !== "none" || state.isCaptain).map((choice) => ({
					value: choice,
					label: t(`ifOut.${choice}`),
				}))}
				value={kind}
				onChange={state.setKind}
			/>
			<ReplacementField {...state} />
			{state.isCaptain ? <CaptainField {...state} /> : null}
			{violations.length > 0 ? (
				<Notice tone="warn">
					{t("ifOut.conflict", {
						reasons: violations.map((violation) => formatViolation(violation, season, t)).join("; "),
					})}
				</Notice>
			) : null}
			<ErrorNotice error={error} />
			{isReady ? null : (
				<p id={missingId} className={styles.note}>
					{t(`ifOut.${missing}`)}
				</p>
			)}
			<FormActions>
				<Button
					variant="main"
					type="submit"
					isDisabled={!isReady}
					isPending={isPending}
					{...(isReady ? {} : { "aria-describedby": missingId })}
				>
					{t("ifOut.save")}
				</Button>
				<Button onPress={closeForm}>{t("state.cancel")}</Button>
			</FormActions>
		</Form>
	);
};

/** The dialog that adds an instruction for a player, or changes a waiting instruction. */
export const InstructionDialog = ({
	board,
	playerId,
	instructionId,
}: Props & {
	/** Null for a new instruction, which is an alternative if another for the same player is waiting. */
	readonly instructionId: number | null;
}) => {
	const { t } = useTranslation();
	const { closeForm } = useLockCheck();
	const { query } = useInstructions();
	const { season } = board;
	const name = season.lookup(playerId)?.name;
	if (!name || !season.rules.instructions.isAllowed) return null;
	const waiting =
		query.data?.instructions.filter(
			({ minimumScore, ...candidate }) =>
				minimumScore === null && candidate.playerId === playerId && candidate.state === "waiting",
		) ?? [];
	const existing = waiting.find(({ id }) => id === instructionId);
	return (
		<Dialog title={t("ifOut.heading", { name })} isOpen onClose={closeForm}>
			{query.data ? (
				<InstructionForm
					board={board}
					playerId={playerId}
					existing={existing}
					isAlternative={waiting.length > 0 && !existing}
				/>
			) : (
				<div className={dialog.body}>
					{query.error ? <ErrorNotice error={query.error} /> : <Skeleton height="180px" />}
				</div>
			)}
		</Dialog>
	);
};

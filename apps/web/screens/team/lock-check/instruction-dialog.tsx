import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Instructions, InstructionView } from "@first-bounce/contract/team/instructions";
import { type Instruction, REPLACEMENT_KINDS } from "@first-bounce/rules/instructions/instruction";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatMoney, formatPoints } from "../../../i18n/format.ts";
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

const InstructionForm = ({ board, playerId, existing, isAlternative }: FormProps) => {
	const { t } = useTranslation();
	const { openSaved, closeInstruction } = useLockCheck();
	const missingId = useId();
	const { add, replace } = useInstructions();
	const [chosenKind, setChosenKind] = useState<Kind>(existing ? (existing.replacement?.kind ?? "none") : "swap");
	const [inId, setInId] = useState<number | null>(existing?.replacement?.playerId ?? null);
	const [chosenCaptainId, setChosenCaptainId] = useState<number | null>(existing?.captainId ?? null);
	const { season, lineup } = board;
	const isCaptain = lineup.captainId === playerId;
	// Ignores choices that are no longer possible because the captaincy or the line-up has changed.
	const kind = chosenKind === "none" && !isCaptain ? "swap" : chosenKind;
	const captainChoices = isCaptain
		? listCaptainCandidates(board, playerId, kind === "swap" || kind === "trade" ? inId : null)
		: [];
	const captainId = captainChoices.find(({ id }) => id === chosenCaptainId)?.id ?? null;
	const candidates = kind === "none" ? [] : listCandidates(board, playerId, kind);
	const describe = ({ stats, cost, status }: PlayerEntry) =>
		t(kind === "trade" ? "ifOut.tradeDetails" : "ifOut.details", {
			points: formatPoints(stats.projectedPoints),
			cost: formatMoney(cost),
			status: t(`status.${status}`),
		});
	const replacement = kind !== "none" && inId !== null ? { kind, playerId: inId } : null;
	const instruction: Instruction = { playerId, replacement, captainId };
	const isReady = (kind === "none" || inId !== null) && (replacement !== null || captainId !== null);
	const violations = isReady ? checkNow(board, instruction) : [];
	const saving = existing ? replace : add;
	const save = (event: FormEvent) => {
		event.preventDefault();
		if (!isReady) return;
		const body = { playerId, replacement, captainId };
		const options = {
			onSuccess: ({ instructions }: Instructions) => {
				showToast({ tone: "good", text: t("ifOut.saved") });
				openSaved(existing?.id ?? Math.max(...instructions.map(({ id }) => id)));
			},
		};
		if (existing) replace.mutate({ body: { ...body, id: existing.id } }, options);
		else add.mutate({ body }, options);
	};
	const status = season.playerById.get(playerId)?.status;
	return (
		<form className={styles.form} onSubmit={save}>
			<p className={styles.note}>{t("ifOut.intro", { minutes: season.rules.instructions.minutesBefore })}</p>
			{isAlternative ? <Notice tone="info">{t("ifOut.alternative")}</Notice> : null}
			{status === "injured" || status === "not-playing" ? <Notice tone="warn">{t("ifOut.outNow")}</Notice> : null}
			<Segmented
				label={t("ifOut.kind")}
				variant="chips"
				choices={KINDS.filter((candidate) => candidate !== "none" || isCaptain).map((choice) => ({
					value: choice,
					label: t(`ifOut.${choice}`),
				}))}
				value={kind}
				onChange={(next) => {
					setChosenKind(next);
					setInId(null);
				}}
			/>
			{kind === "none" ? null : candidates.length === 0 ? (
				<Notice tone="info">{t(`ifOut.nobody.${kind}`)}</Notice>
			) : (
				<PlayerSearchField
					label={t("ifOut.player")}
					placeholder={t("ifOut.choose")}
					emptyText={t("ifOut.noMatch")}
					value={inId}
					choices={candidates.map((entry) => ({
						id: entry.id,
						name: `${entry.firstName} ${entry.lastName}`,
						status: entry.status,
						details: describe(entry),
					}))}
					onChange={setInId}
				/>
			)}
			{isCaptain ? (
				<SelectField
					name="captain"
					label={t("ifOut.captain")}
					placeholder={t("ifOut.captainKeep")}
					value={String(captainId ?? 0)}
					choices={[
						{ value: "0", label: t("ifOut.captainKeep") },
						...captainChoices.map(({ id, firstName, lastName, stats }) => ({
							value: String(id),
							label: t("ifOut.choice", {
								name: `${firstName} ${lastName}`,
								points: formatPoints(stats.projectedPoints),
							}),
						})),
					]}
					onChange={(id) => setChosenCaptainId(Number(id) || null)}
				/>
			) : null}
			{violations.length > 0 ? (
				<Notice tone="warn">
					{t("ifOut.conflict", {
						reasons: violations.map((violation) => formatViolation(violation, season, t)).join("; "),
					})}
				</Notice>
			) : null}
			<ErrorNotice error={saving.error} />
			{isReady ? null : (
				<p id={missingId} className={styles.note}>
					{t(kind !== "none" && candidates.length === 0 ? "ifOut.chooseOther" : "ifOut.chooseFirst")}
				</p>
			)}
			<FormActions>
				<Button
					variant="main"
					type="submit"
					isDisabled={!isReady}
					isPending={saving.isPending}
					{...(isReady ? {} : { "aria-describedby": missingId })}
				>
					{t("ifOut.save")}
				</Button>
				<Button onPress={closeInstruction}>{t("state.cancel")}</Button>
			</FormActions>
		</form>
	);
};

/** The dialog that adds an instruction for a player, or changes a waiting one. */
export const InstructionDialog = ({
	board,
	playerId,
	instructionId,
}: Props & {
	/** Null for a new instruction, which is an alternative if another for the same player is waiting. */
	readonly instructionId: number | null;
}) => {
	const { t } = useTranslation();
	const { closeInstruction } = useLockCheck();
	const { query } = useInstructions();
	const { season } = board;
	const name = season.lookup(playerId)?.name;
	if (!name || !season.rules.instructions.isAllowed) return null;
	const waiting =
		query.data?.instructions.filter((candidate) => candidate.playerId === playerId && candidate.state === "waiting") ??
		[];
	const existing = waiting.find(({ id }) => id === instructionId);
	return (
		<Dialog title={t("ifOut.heading", { name })} isOpen onClose={closeInstruction}>
			{query.data ? (
				<InstructionForm
					board={board}
					playerId={playerId}
					existing={existing}
					isAlternative={waiting.length > 0 && !existing}
				/>
			) : null}
			{query.data ? null : (
				<div className={styles.form}>
					{query.error ? <ErrorNotice error={query.error} /> : <Skeleton height="180px" />}
				</div>
			)}
		</Dialog>
	);
};

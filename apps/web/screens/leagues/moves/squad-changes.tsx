import { agreeToUndo, correctSquads, undoTransaction } from "@first-bounce/contract/draft/squads";
import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { CallForm } from "../../../components/form-card/call-form.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { type CorrectionMove, MoveFields } from "../../../draft-league/move-fields.tsx";
import { useFormCall } from "../../../draft-league/use-form-call.ts";
import type { LeagueNames } from "../../../draft-league/use-league-names.ts";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { useLeague } from "../league/use-league.ts";
import styles from "./moves.module.css";

interface Props {
	readonly entry: DraftTransaction;
	/** What happened, a line each. */
	readonly lines: readonly string[];
}

const MIN_REASON_LENGTH = 3;
const MAX_REASON_LENGTH = 300;

const UndoDialog = ({ entry, lines, onClose }: Props & { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const { id, may } = useLeague();
	const [reason, setReason] = useState("");
	const undo = useFormCall(undoTransaction, {
		refresh: useLeagueRefresh(id),
		getText: ({ transaction }) => t(transaction ? "moves.undo.done" : "moves.undo.proposed"),
		onDone: onClose,
	});
	return (
		<Dialog title={t("moves.undo.title")} isOpen onClose={onClose}>
			<CallForm
				call={undo}
				submitLabel={t(entry.votesNeeded ? "moves.undo.propose" : "moves.undo.confirm")}
				isDisabled={reason.trim().length < MIN_REASON_LENGTH}
				onSubmit={() => undo.mutate({ params: { id }, body: { changeId: entry.id, reason } })}
				onClose={onClose}
			>
				<ul>
					{lines.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
				<p>{t("moves.undo.text")}</p>
				{entry.votesNeeded ? (
					<Notice tone="info">
						{t("moves.undo.ownTeam", { count: entry.votesNeeded })}{" "}
						{t(may.nameDeputies ? "moves.undo.deputy" : "moves.undo.commissioner")}
					</Notice>
				) : null}
				<TextField
					name="reason"
					label={t("moves.undo.reason")}
					maxLength={MAX_REASON_LENGTH}
					value={reason}
					onChange={setReason}
				/>
			</CallForm>
		</Dialog>
	);
};

/** A proposed undo with its votes, and a button to agree for managers who have a vote. */
const Proposal = ({
	entry,
	proposal,
}: {
	readonly entry: DraftTransaction;
	readonly proposal: NonNullable<DraftTransaction["proposal"]>;
}) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const refresh = useLeagueRefresh(id);
	const agree = useCallMutation(agreeToUndo, { meta: { hasInlineError: true }, onSuccess: () => refresh() });
	const { person, reason, agreed, needed, hasAgreed } = proposal;
	return (
		<div className={styles.proposal}>
			<p>
				{t(entry.proposedMoves ? "moves.correct.proposal" : "moves.undo.proposal", {
					name: person?.teamName ?? t("rankings.formerTeam"),
					reason,
				})}
			</p>
			<p>{t("moves.undo.votes", { agreed, needed })}</p>
			{entry.proposedMoves ? <p>{t("moves.correct.consent")}</p> : null}
			{hasAgreed === null ? null : (
				<Button
					isPending={agree.isPending}
					onPress={() => agree.mutate({ params: { id }, body: { changeId: entry.id, agrees: !hasAgreed } })}
				>
					{t(hasAgreed ? "moves.undo.takeBack" : "moves.undo.agree")}
				</Button>
			)}
			<ErrorNotice error={agree.error} />
		</div>
	);
};

/** Undoes an entry of the log, if the reader may, and shows a proposal to undo it. */
export const UndoActions = ({ entry, lines }: Props) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	const { mayUndo, proposal, undoneBy } = entry;
	if (undoneBy !== null) return null;
	if (proposal) return <Proposal entry={entry} proposal={proposal} />;
	if (!mayUndo) return null;
	return (
		<>
			<Button variant="quiet" icon="undo" onPress={() => setOpen(true)}>
				{t("moves.undo.button")}
			</Button>
			{isOpen ? <UndoDialog entry={entry} lines={lines} onClose={() => setOpen(false)} /> : null}
		</>
	);
};

interface CorrectProps {
	readonly season: Season;
	readonly names: LeagueNames;
	readonly onClose: () => void;
}

/** Moves players to other teams as a correction, with a reason that all members read. */
export const CorrectDialog = ({ season, names, onClose }: CorrectProps) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const [moves, setMoves] = useState<readonly CorrectionMove[]>([]);
	const [reason, setReason] = useState("");
	const correct = useFormCall(correctSquads, {
		refresh: useLeagueRefresh(id),
		getText: ({ transaction }) => t(transaction.proposal ? "moves.correct.proposed" : "moves.correct.done"),
		onDone: onClose,
	});
	return (
		<Dialog title={t("moves.correct.title")} isOpen onClose={onClose} variant="sheet">
			<CallForm
				call={correct}
				submitLabel={t("moves.correct.confirm")}
				isDisabled={moves.length === 0 || reason.trim().length < MIN_REASON_LENGTH}
				onSubmit={() => correct.mutate({ params: { id }, body: { moves: [...moves], reason } })}
				onClose={onClose}
			>
				<p>{t("moves.correct.text")}</p>
				<p>{t("moves.correct.needsConsent")}</p>
				<MoveFields moves={moves} onChange={setMoves} players={season.players} names={names} />
				<TextField
					name="reason"
					label={t("moves.undo.reason")}
					maxLength={MAX_REASON_LENGTH}
					value={reason}
					onChange={setReason}
				/>
			</CallForm>
		</Dialog>
	);
};

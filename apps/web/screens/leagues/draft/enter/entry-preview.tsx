import type { SuccessOf } from "@first-bounce/contract/call";
import { enterDraft } from "@first-bounce/contract/draft/draft-process";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Season } from "../../../../api/season-model.ts";
import { useCallMutation } from "../../../../api/use-call.ts";
import { paths } from "../../../../app/paths.ts";
import { Button } from "../../../../components/button/button.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { ErrorNotice, Notice } from "../../../../components/states/states.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { getShortName } from "../../../../players/short-name.ts";
import frame from "../../frame/frame.module.css";
import type { RoomSeat } from "../model/draft-room.ts";
import { useDraftRefresh } from "../use-draft-refresh.ts";
import styles from "./enter.module.css";

type Entry = SuccessOf<typeof enterDraft>;

/** Checks entered picks on the server, and saves them once they have been checked. */
export function useEntry(leagueId: number, onSaved: () => void) {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const refresh = useDraftRefresh(leagueId);
	/** The picks that were checked last, with the answer. */
	const [checked, setChecked] = useState<{ readonly csv: string; readonly entry: Entry } | null>(null);
	const enter = useCallMutation(enterDraft, {
		meta: { hasInlineError: true },
		onSuccess: async (entry, { body: { csv } }) => {
			setChecked({ csv, entry });
			if (!entry.isEntered) return;
			onSaved();
			showToast({ tone: "good", text: t("leagues.enter.saved") });
			// Navigates before the draft is loaded again, because this page then has nothing to enter.
			await navigate(paths.draft.to(leagueId));
			await refresh();
		},
	});
	const send = (csv: string, { isPreview }: { readonly isPreview: boolean }) =>
		enter.mutate({ params: { id: leagueId }, body: { csv, isPreview } });
	return {
		checked,
		isPending: enter.isPending,
		error: enter.error,
		check: (csv: string) => send(csv, { isPreview: true }),
		save: (csv: string) => send(csv, { isPreview: false }),
	};
}
type EntryFlow = ReturnType<typeof useEntry>;

interface Props {
	readonly csv: string;
	readonly flow: EntryFlow;
	readonly seats: readonly RoomSeat[];
	readonly season: Season;
}

type Checked = NonNullable<EntryFlow["checked"]>;

/** What is wrong, by line. */
const Errors = ({ csv, entry }: Checked) => {
	const { t } = useTranslation();
	const lines = csv.split(/\r?\n/);
	return (
		<Notice tone="bad">
			<p>{t("leagues.enter.errors", { count: entry.errors.length })}</p>
			<ul className={styles.errors}>
				{entry.errors.map(({ line, code, message }) => (
					<li key={`${line} ${code} ${message}`}>
						{line === 0 ? null : (
							<>
								<b>{t("leagues.enter.line", { line })}</b> <code>{lines[line - 1]}</code>{" "}
							</>
						)}
						{message}
					</li>
				))}
			</ul>
		</Notice>
	);
};

const Squads = ({ entry, seats, season }: Pick<Props, "seats" | "season"> & Pick<Checked, "entry">) => {
	const { t } = useTranslation();
	return (
		<ul className={styles.squads}>
			{seats.map((seat) => (
				<li key={seat.teamId}>
					<h3>{formatSeatName(seat, t)}</h3>
					<ol>
						{entry.picks
							.filter(({ teamId }) => teamId === seat.teamId)
							.map(({ overallPick, playerId }) => (
								<li key={overallPick}>
									<span>{overallPick}</span> {getShortName(playerId, season)}
								</li>
							))}
					</ol>
				</li>
			))}
		</ul>
	);
};

/** Checks the picks, shows the squads, and saves them. Changed picks have to be checked again. */
export const EntryPreview = ({ csv, flow, seats, season }: Props) => {
	const { t } = useTranslation();
	const { checked } = flow;
	const isCurrent = checked?.csv === csv;
	const isValid = isCurrent && checked.entry.errors.length === 0;
	return (
		<section className={`${frame.card} ${frame.stack}`} aria-live="polite">
			<h2>{t("leagues.enter.preview")}</h2>
			<ErrorNotice error={flow.error} />
			{isCurrent && !isValid ? <Errors {...checked} /> : null}
			{isValid ? (
				<>
					<p>{t("leagues.enter.right", { count: checked.entry.picks.length })}</p>
					<Squads entry={checked.entry} seats={seats} season={season} />
				</>
			) : (
				<p>{t("leagues.enter.checkText")}</p>
			)}
			<FormActions>
				{isValid ? (
					<Button variant="main" isPending={flow.isPending} onPress={() => flow.save(csv)}>
						{t("leagues.enter.save")}
					</Button>
				) : (
					<Button variant="main" isDisabled={csv === ""} isPending={flow.isPending} onPress={() => flow.check(csv)}>
						{t("leagues.enter.check")}
					</Button>
				)}
			</FormActions>
		</section>
	);
};

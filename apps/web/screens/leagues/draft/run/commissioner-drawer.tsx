import {
	changeDraftClock,
	exchangePicks,
	pauseDraft,
	resumeDraft,
	skipPick,
	undoDraftAction,
} from "@first-bounce/contract/draft/draft-process";
import { isResumedByCommissioner } from "@first-bounce/rules/draft/draft-board";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { SelectField } from "../../../../components/fields/select-field.tsx";
import { Form, FormActions } from "../../../../components/form-card/form-card.tsx";
import { ErrorNotice } from "../../../../components/states/states.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { useMedia } from "../../../../live/use-media.ts";
import { ClockFields } from "../../create/draft-fields.tsx";
import frame from "../../frame/frame.module.css";
import rowStyles from "../../frame/rows.module.css";
import { buildDraftForm, type WithDraft } from "../../model/draft-form.ts";
import { findUndoable } from "../model/draft-room.ts";
import { useLogText } from "../room/use-log-text.ts";
import { useRoom } from "../room/use-room.ts";
import { useDraft, useDraftAction } from "../use-draft.ts";
import styles from "./commissioner-drawer.module.css";
import { ResetDraft } from "./reset-draft.tsx";

const NO_PICKS: Readonly<Record<"first" | "second", string | null>> = { first: null, second: null };

/** Exchanges the owners of two picks that are not made, such as after a trade among managers. */
const ExchangePicks = () => {
	const { t } = useTranslation();
	const { draft, model } = useRoom();
	const [chosen, setChosen] = useState(NO_PICKS);
	const exchange = useDraftAction(exchangePicks, {
		meta: { hasInlineError: true },
		onSuccess: () => {
			setChosen(NO_PICKS);
			showToast({ tone: "good", text: t("draftRoom.run.exchange.done") });
		},
	});
	const choices = model.comingPicks.map(({ overall, teamId }) => ({
		value: String(overall),
		label: t("draftRoom.run.openPick", { pick: overall, team: formatSeatName(model.seatById.get(teamId), t) }),
	}));
	const submit = () =>
		exchange.mutate({
			params: { id: draft.board.leagueId },
			body: {
				overallPick: Number(chosen.first),
				otherOverallPick: Number(chosen.second),
				version: draft.board.version,
			},
		});
	return (
		<div className={frame.stack}>
			<p className={frame.hint}>{t("draftRoom.run.exchange.text")}</p>
			<div className={styles.row}>
				{(["first", "second"] as const).map((name) => (
					<SelectField
						key={name}
						name={name}
						label={t(`draftRoom.run.exchange.${name}`)}
						placeholder={t("draftRoom.run.exchange.choose")}
						value={chosen[name]}
						choices={choices}
						onChange={(overall) => setChosen({ ...chosen, [name]: overall })}
					/>
				))}
			</div>
			<ErrorNotice error={exchange.error} />
			<FormActions>
				<Button
					isDisabled={chosen.first === null || chosen.second === null}
					isPending={exchange.isPending}
					onPress={submit}
				>
					{t("draftRoom.run.exchange.submit")}
				</Button>
			</FormActions>
		</div>
	);
};

/** Changes the time for a pick, from the next pick on. */
const ClockForm = () => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const form = useForm<WithDraft>({ defaultValues: { draft: buildDraftForm(league, league.size) } });
	const change = useDraftAction(changeDraftClock, {
		meta: { hasInlineError: true },
		onSuccess: () => showToast({ tone: "good", text: t("draftRoom.run.clock.done") }),
	});
	const submit = form.handleSubmit(({ draft: { clock, pickTurnTime, nightPause } }) =>
		change.mutate({
			params: { id: league.id },
			body: { clock, pickTurnTime, nightPause: clock === "slow" ? nightPause : null },
		}),
	);
	return (
		<Form className={frame.stack} noValidate onSubmit={() => void submit()}>
			<p className={frame.hint}>{t("draftRoom.run.clock.text")}</p>
			<FormProvider {...form}>
				<ClockFields size={league.size} hasZone={false} />
			</FormProvider>
			<ErrorNotice error={change.error} />
			<FormActions>
				<Button type="submit" isPending={change.isPending}>
					{t("draftRoom.run.clock.submit")}
				</Button>
			</FormActions>
		</Form>
	);
};

/** Pauses and resumes the draft, and takes back what happened last. */
const PauseAndUndo = () => {
	const { t } = useTranslation();
	const { draft, model, season } = useRoom();
	const { board } = draft;
	const params = { id: board.leagueId };
	const inline = { meta: { hasInlineError: true } };
	const pause = useDraftAction(pauseDraft, inline);
	const resume = useDraftAction(resumeDraft, inline);
	const undo = useDraftAction(undoDraftAction, inline);
	const formatEntry = useLogText(model, season);
	const last = findUndoable(board.log);
	const isPaused = board.draftStatus === "paused";
	const siteReason = isPaused && !isResumedByCommissioner(board.pauseReason) ? board.pauseReason : null;
	const [latest] = [pause, resume, undo].toSorted((a, b) => b.submittedAt - a.submittedAt);
	return (
		<section className={frame.stack}>
			<FormActions>
				{siteReason !== null ? null : isPaused ? (
					<Button variant="main" icon="play" isPending={resume.isPending} onPress={() => resume.mutate({ params })}>
						{t("draftRoom.run.resume")}
					</Button>
				) : (
					<Button variant="main" isPending={pause.isPending} onPress={() => pause.mutate({ params })}>
						{t("draftRoom.run.pause")}
					</Button>
				)}
				<Button
					icon="undo"
					isDisabled={!isPaused || last === null}
					isPending={undo.isPending}
					onPress={() => undo.mutate({ params, body: { version: board.version } })}
				>
					{t("draftRoom.run.undo")}
				</Button>
			</FormActions>
			{siteReason === "operator" || siteReason === "upgrade" ? (
				<p className={frame.hint}>{t(`draftRoom.run.whoResumes.${siteReason}`)}</p>
			) : null}
			<p className={frame.hint}>
				{last === null
					? t("draftRoom.run.nothingToUndo")
					: t(isPaused ? "draftRoom.run.undoes" : "draftRoom.run.undoAfterPause", { entry: formatEntry(last) })}
			</p>
			<ErrorNotice error={latest?.error ?? null} />
		</section>
	);
};

/** Skips the pick on the clock, or makes an open pick for its team. */
const SkipAndPick = ({ onPickFor }: { readonly onPickFor: () => void }) => {
	const { t } = useTranslation();
	const { draft, model, pickFor } = useRoom();
	const skip = useDraftAction(skipPick, { meta: { hasInlineError: true } });
	const { active } = model;
	const open = model.comingPicks.filter((pick) => pick.isSkipped || pick.overall === active?.overall);
	const getTeam = (teamId: number) => formatSeatName(model.seatById.get(teamId), t);
	return (
		<section className={frame.stack}>
			<h3>{t("draftRoom.run.picks")}</h3>
			<ul className={`${rowStyles.tiles} ${styles.open}`}>
				{open.map(({ overall, teamId, isSkipped }) => (
					<li key={overall}>
						<span>{t("draftRoom.run.openPick", { pick: overall, team: getTeam(teamId) })}</span>
						<Button
							aria-label={t("draftRoom.run.pickForTeam", { pick: overall, team: getTeam(teamId) })}
							onPress={() => {
								pickFor(overall);
								onPickFor();
							}}
						>
							{t("draftRoom.run.pickFor")}
						</Button>
						{isSkipped ? null : (
							<Button
								isPending={skip.isPending}
								aria-label={t("draftRoom.run.skipOf", { pick: overall, team: getTeam(teamId) })}
								onPress={() => skip.mutate({ params: { id: draft.board.leagueId }, body: { overallPick: overall } })}
							>
								{t("draftRoom.run.skip")}
							</Button>
						)}
					</li>
				))}
			</ul>
			<p className={frame.hint}>{t("draftRoom.run.skipText")}</p>
			<ErrorNotice error={skip.error} />
		</section>
	);
};

interface Props {
	readonly onClose: () => void;
	/** After a team was chosen to pick for. */
	readonly onPickFor: () => void;
}

const DETAILS = ["exchange", "clock", "reset"] as const;
type Detail = (typeof DETAILS)[number];
const FORMS = { exchange: ExchangePicks, clock: ClockForm, reset: ResetDraft };

/** The actions of the commissioner and her deputies on a draft. The room's log names who did each. */
export const CommissionerDrawer = ({ onClose, onPickFor }: Props) => {
	const { t } = useTranslation();
	const isWide = useMedia("(min-width: 62.5em)");
	const [detail, setDetail] = useState<Detail | null>(null);
	const DetailForm = detail && FORMS[detail];
	return (
		<Dialog title={t("draftRoom.run.title")} isOpen onClose={onClose} variant={isWide ? "box" : "sheet"}>
			<div className={styles.drawer}>
				<PauseAndUndo />
				<SkipAndPick onPickFor={onPickFor} />
				<section className={frame.stack}>
					<h3>{t("draftRoom.run.more")}</h3>
					<FormActions>
						{DETAILS.map((value) => (
							<Button
								key={value}
								isPressed={detail === value}
								onPress={() => setDetail(detail === value ? null : value)}
							>
								{t(`draftRoom.run.${value}.title`)}
							</Button>
						))}
					</FormActions>
					{DetailForm ? <DetailForm /> : null}
				</section>
				<p className={frame.hint}>{t("draftRoom.run.logged")}</p>
			</div>
		</Dialog>
	);
};

import { LEAGUE_COLOURS, TEAM_NAME_LENGTH } from "@first-bounce/contract/constants";
import { changeDraftTeam } from "@first-bounce/contract/draft/draft";
import type { DraftSeat } from "@first-bounce/contract/draft/draft-board";
import { fillWithRobots } from "@first-bounce/contract/draft/draft-process";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCallMutation } from "../../../../api/use-call.ts";
import { paths } from "../../../../app/paths.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { CallForm } from "../../../../components/form-card/call-form.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { LeagueCrest } from "../../../../components/league-crest/league-crest.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { useFormCall } from "../../../../draft-league/use-form-call.ts";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import { ColourField } from "../../create/league-fields.tsx";
import frame from "../../frame/frame.module.css";
import rowStyles from "../../frame/rows.module.css";
import { useLeague } from "../../league/use-league.ts";
import { listSeats, type RoomSeat } from "../model/draft-room.ts";
import { useDraft } from "../use-draft.ts";
import { useDraftRefresh } from "../use-draft-refresh.ts";
import styles from "./lobby.module.css";
import { OrderActions } from "./order-actions.tsx";
import { PART_IDS } from "./start-card.tsx";

interface Props {
	readonly seat: DraftSeat;
	readonly onClose: () => void;
}

/** The name and colours that the manager's team has in this league; an empty name is that of her account. */
const OwnTeamDialog = ({ seat, onClose }: Props) => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const accountName = seat.manager?.teamName ?? "";
	const [name, setName] = useState(seat.teamName);
	const [colour, setColour] = useState(LEAGUE_COLOURS.find((choice) => choice === seat.colour) ?? null);
	const change = useFormCall(changeDraftTeam, {
		refresh: useDraftRefresh(league.id),
		getText: () => t("leagues.lobby.teamSaved"),
		onDone: onClose,
	});
	const submit = () => {
		const ownName = name.trim();
		const body = { name: ownName === "" || ownName === accountName ? null : ownName, colour };
		change.mutate({ params: { id: league.id }, body });
	};
	return (
		<Dialog title={t("leagues.lobby.teamTitle")} isOpen onClose={onClose}>
			<CallForm
				call={{ isPending: change.isPending }}
				submitLabel={t("leagues.lobby.save")}
				onSubmit={submit}
				onClose={onClose}
			>
				<TextField
					name="teamName"
					label={t("teamName.label")}
					hint={t("leagues.lobby.teamHint", { name: accountName })}
					maxLength={TEAM_NAME_LENGTH.most}
					error={change.error ? getErrorMessage(change.error, t) : undefined}
					value={name}
					onChange={(next) => {
						setName(next);
						if (change.isError) change.reset();
					}}
				/>
				<ColourField value={colour} onChange={setColour} />
			</CallForm>
		</Dialog>
	);
};

interface TeamProps {
	readonly seat: RoomSeat;
	/** Its place in the order of the first round, 0 if it has none; null before the order is set. */
	readonly place: number | null;
	readonly isOwn: boolean;
}

const Team = ({ seat, place, isOwn }: TeamProps) => {
	const { t } = useTranslation();
	const [isEditing, setEditing] = useState(false);
	const name = formatSeatName(seat, t);
	const manager = seat.manager?.teamName;
	const present = seat.isPresent || isOwn ? "here" : seat.isConfirmed ? "away" : "unconfirmed";
	const state = seat.manager === null ? (seat.isRobot ? "robot" : "vacant") : present;
	return (
		<li className={styles.team} data-state={state}>
			{place === null ? null : <span className={styles.place}>{place || ""}</span>}
			<LeagueCrest league={{ name, colour: seat.colour ?? "", avatar: null }} size={34} />
			<span className={rowStyles.names}>
				<b>{name}</b>
				{manager && manager !== name ? <small>{manager}</small> : null}
			</span>
			{isOwn ? (
				<>
					<em className={rowStyles.role}>{t("rankings.you")}</em>
					<Button variant="quiet" onPress={() => setEditing(true)}>
						{t("leagues.lobby.editTeam")}
					</Button>
					{isEditing ? <OwnTeamDialog seat={seat} onClose={() => setEditing(false)} /> : null}
				</>
			) : null}
			<span className={styles.state}>{t(`leagues.lobby.state.${state}`)}</span>
		</li>
	);
};

const FillButton = ({ count }: { readonly count: number }) => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const refresh = useDraftRefresh(league.id);
	// When the call answers, the board may be up to date and have no free places any more.
	const asked = useRef(count);
	const fill = useCallMutation(fillWithRobots, {
		onSuccess: async () => {
			await refresh();
			showToast({ tone: "good", text: t("leagues.lobby.filled", { count: asked.current }) });
		},
	});
	const press = () => {
		asked.current = count;
		fill.mutate({ params: { id: league.id } });
	};
	return (
		<Button isPending={fill.isPending} onPress={press}>
			{t("leagues.lobby.fill", { count })}
		</Button>
	);
};

/** The teams in their order, and the free places with buttons that fill them. */
export const TeamsCard = () => {
	const { t } = useTranslation();
	const { may } = useLeague();
	const { board, league } = useDraft();
	const free = Math.max(0, league.size - board.seats.length);
	// The viewer's own presence is known here before the server has recorded it.
	const here = board.seats.filter(({ isPresent, teamId }) => isPresent || teamId === league.myTeamId).length;
	const places = league.order?.teamIds;
	return (
		<section className={`${frame.card} ${frame.stack} ${styles.part}`} id={PART_IDS.teams} tabIndex={-1}>
			<header className={frame.title}>
				<h2>{t(league.order ? "leagues.lobby.order" : "leagues.lobby.teams")}</h2>
				<span className={frame.hint} role="status">
					{t("leagues.lobby.here", { count: here })}
				</span>
			</header>
			<p className={frame.hint}>
				{league.order ? t(`leagues.lobby.orderBy.${league.order.method}`) : t("leagues.lobby.noOrder")}
			</p>
			<ol className={rowStyles.rows}>
				{listSeats(board.seats).map((seat) => (
					<Team
						key={seat.teamId}
						seat={seat}
						place={places ? places.indexOf(seat.teamId) + 1 : null}
						isOwn={seat.teamId === league.myTeamId}
					/>
				))}
				{free > 0 ? (
					<li className={styles.team} data-state="free">
						{places ? <span className={styles.place} /> : null}
						<span className={rowStyles.names}>{t("leagues.lobby.free", { count: free })}</span>
					</li>
				) : null}
			</ol>
			<FormActions>
				{league.may.drawOrder ? <OrderActions /> : null}
				{league.may.addRobots ? <FillButton count={free} /> : null}
				{may.invite ? <Link to={paths.league.to(league.id, "invites")}>{t("leagues.lobby.invite")}</Link> : null}
			</FormActions>
		</section>
	);
};

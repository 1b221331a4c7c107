import type { KeepersView, KeeperTeamView } from "@first-bounce/contract/draft/keepers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import { formatSeatName } from "../../../draft-league/seat-name.ts";
import line from "../../../players/player-line.module.css";
import type { RoomModel } from "../draft/model/draft-room.ts";
import frame from "../frame/frame.module.css";
import { getChosen, KeeperEditor } from "./keeper-editor.tsx";
import styles from "./keepers.module.css";

interface Props {
	readonly leagueId: number;
	readonly view: KeepersView;
	readonly season: Season;
	readonly model: RoomModel;
}

/** Whether a team's place is confirmed and its keepers are chosen. */
function useTeamState(view: KeepersView): (team: KeeperTeamView) => string | null {
	const { t } = useTranslation();
	return (team) => {
		if (view.phase === "preview") return null;
		if (view.phase === "closed") return t("leagues.keepers.keeps", { count: team.keepers?.length ?? 0 });
		if (team.manager === null) return t(team.isRobot ? "leagues.lobby.state.robot" : "leagues.lobby.state.vacant");
		if (!team.isConfirmed) return t("leagues.lobby.state.unconfirmed");
		return t(team.hasChosen ? "leagues.keepers.hasChosen" : "leagues.keepers.notChosen");
	};
}

const OtherTeam = ({ team, ...props }: Props & { readonly team: KeeperTeamView }) => {
	const { t } = useTranslation();
	const { view, model } = props;
	const [editedIds, setEditedIds] = useState<readonly number[] | null>(null);
	const [isOpen, setOpen] = useState(false);
	const seat = model.seatById.get(team.teamId);
	const name = formatSeatName(seat, t);
	const state = useTeamState(view)(team);
	const kept = view.phase === "closed" ? getChosen(view, team, null) : [];
	const names = kept.map((id) => team.players.find(({ playerId }) => playerId === id)?.name ?? "").join(", ");
	return (
		<details className={styles.team} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>
				<LeagueCrest league={{ name, colour: seat?.shownColour ?? "", avatar: null }} size={34} />
				<span className={line.who}>
					<span className={line.name}>{name}</span>
					{state === null ? null : <small>{state}</small>}
					{names === "" ? null : <small>{names}</small>}
				</span>
			</summary>
			{isOpen ? <KeeperEditor {...props} team={team} editedIds={editedIds} onEdit={setEditedIds} /> : null}
		</details>
	);
};

/** The other teams with their squads; their choices once they are public. */
export const OtherTeams = (props: Props) => {
	const { t } = useTranslation();
	const { view } = props;
	return (
		<section className={`${frame.card} ${frame.stack}`}>
			<h2>{t("leagues.keepers.others")}</h2>
			<p className={frame.hint}>{t(`leagues.keepers.othersText.${view.phase}`)}</p>
			{view.teams
				.filter(({ teamId }) => teamId !== view.myTeamId)
				.map((team) => (
					<OtherTeam key={team.teamId} {...props} team={team} />
				))}
		</section>
	);
};

import type { SuccessOf } from "@first-bounce/contract/call";
import { declineInvite, type showLeagueInvites } from "@first-bounce/contract/leagues/league-invites";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCallMutation } from "../../../api/use-call.ts";
import { useUser } from "../../../api/use-user.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { LeagueList, LeagueListItem } from "../frame/league-list.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import { JoinButton } from "../join/join-button.tsx";
import { JoinedModal } from "../join/joined-modal.tsx";
import { useJoin } from "../join/use-join.ts";
import styles from "./leagues.module.css";

/** Invitations by email are shown only for a verified address. */
const UnverifiedAddress = () => {
	const { t } = useTranslation();
	const user = useUser();
	if (user.state !== "ready" || !user.value?.email || user.value.emailVerified) return null;
	return (
		<Notice tone="info" action={<Link to={paths.myAccount.to()}>{t("leagues.invites.verify")}</Link>}>
			{t("leagues.invites.unverified")}
		</Notice>
	);
};

/** Leagues that are offered to the user, and pending invitations. */
export const Invitations = ({ invites, handOvers }: SuccessOf<typeof showLeagueInvites>) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const joining = useJoin();
	const decline = useCallMutation(declineInvite, {
		onSuccess: (_, { params }) => {
			const declined = invites.find(({ leagueId }) => leagueId === params.id);
			updates.showSuccess(t("leagues.invites.declined", { league: declined?.league.name }));
			return updates.invalidateLeagues();
		},
	});
	return (
		<>
			{handOvers.map(({ leagueId, leagueName, offeredBy }) => (
				<Notice
					key={leagueId}
					tone="info"
					action={<Link to={paths.league.to(leagueId, "about")}>{t("leagues.handOver.open")}</Link>}
				>
					{t("leagues.handOver.received", { name: offeredBy || t("leagues.former"), league: leagueName })}
				</Notice>
			))}
			<UnverifiedAddress />
			{invites.length > 0 ? (
				<section className={styles.section}>
					<header>
						<h2>{t("leagues.invites.title")}</h2>
					</header>
					<LeagueList label={t("leagues.invites.title")}>
						{invites.map(({ league, leagueId, invitedBy }) => (
							<LeagueListItem
								key={leagueId}
								league={league}
								lead={t("leagues.invites.from", { name: invitedBy || t("leagues.former") })}
							>
								<Button
									variant="quiet"
									isPending={decline.isPending}
									onPress={() => decline.mutate({ params: { id: leagueId }, body: { leagueId } })}
								>
									{t("leagues.invites.decline")}
								</Button>
								<JoinButton league={league} joining={joining} isMain />
							</LeagueListItem>
						))}
					</LeagueList>
				</section>
			) : null}
			<JoinedModal joining={joining} />
		</>
	);
};

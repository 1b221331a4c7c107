import { type LeagueMessage, showConversation } from "@first-bounce/contract/leagues/conversation";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { formatPlainText } from "../conversation/message-text.tsx";
import { UnreadBadge } from "../frame/unread-badge.tsx";
import styles from "./clubroom.module.css";

const SHOWN = 2;
const isText = (message: LeagueMessage) => message.kind === "text" && !message.isOnlyPinned;

/** The newest messages of the league's conversation. */
export const Banter = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const { data } = useCall(showConversation, { params: { id: leagueId } }, { meta: { noErrorModal: true } });
	if (!data) return null;
	const messages = data.messages.filter(isText).slice(-SHOWN);
	return (
		<section className={styles.corner}>
			<h2>
				{t("leagues.clubroom.banter")} <UnreadBadge leagueId={leagueId} />
			</h2>
			{messages.map((message) =>
				message.kind === "text" ? (
					<p key={message.id} className={styles.said}>
						<b>{message.author.teamName || t("leagues.former")}</b>{" "}
						{formatPlainText(message.text, message.mentions, t("leagues.former"))}
					</p>
				) : null,
			)}
			{messages.length === 0 ? <p>{t("leagues.clubroom.silence")}</p> : null}
			<Link to={paths.league.to(leagueId, "chat")}>
				{t(messages.length === 0 ? "leagues.clubroom.start" : "leagues.clubroom.open")}
			</Link>
		</section>
	);
};

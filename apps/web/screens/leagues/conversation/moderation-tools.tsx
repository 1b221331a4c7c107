import {
	type ConversationState,
	listMutedMembers,
	lockConversation,
	muteMember,
} from "@first-bounce/contract/leagues/conversation";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import { CardSettings } from "../cards/card-settings.tsx";
import styles from "./conversation.module.css";
import { useChat } from "./use-chat.ts";

interface Props {
	readonly isLocked: boolean;
	readonly onChange: (state: ConversationState) => void;
}

/** Lets moderators lock the conversation, and lists the muted members. */
export const ModerationTools = ({ isLocked, onChange }: Props) => {
	const { t } = useTranslation();
	const { leagueId } = useChat();
	const queries = useQueryClient();
	const params = { id: leagueId };
	const mutedMembers = useCall(listMutedMembers, { params }, { meta: { noErrorModal: true } });
	const lock = useCallMutation(lockConversation, { onSuccess: ({ state }) => onChange(state) });
	const unmute = useCallMutation(muteMember, {
		onSuccess: (muted) => queries.setQueryData(callKey(listMutedMembers, { params }), muted),
	});
	const members = mutedMembers.data?.members;
	return (
		<details className={styles.tools}>
			<summary>{t("leagues.chat.tools")}</summary>
			<p>{t("leagues.chat.lockText")}</p>
			<Button
				icon="lock"
				isPending={lock.isPending}
				onPress={() => lock.mutate({ params, body: { isLocked: !isLocked } })}
			>
				{t(isLocked ? "leagues.chat.unlock" : "leagues.chat.lock")}
			</Button>
			<CardSettings />
			<QueryError queries={[mutedMembers]} />
			{members && members.length > 0 ? (
				<ul aria-label={t("leagues.chat.mutedMembers")}>
					{members.map(({ userId, teamName, mutedUntil }) => (
						<li key={userId}>
							<span>
								{t("leagues.chat.mutedUntil", {
									name: teamName || t("leagues.former"),
									time: formatDateTime(Date.parse(mutedUntil)),
								})}
							</span>
							<Button isPending={unmute.isPending} onPress={() => unmute.mutate({ params, body: { userId, days: 0 } })}>
								{t("leagues.chat.unmute")}
							</Button>
						</li>
					))}
				</ul>
			) : null}
			{members?.length === 0 ? <p>{t("leagues.chat.nobodyMuted")}</p> : null}
		</details>
	);
};

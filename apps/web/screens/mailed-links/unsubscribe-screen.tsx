import { unsubscribeFromResultMails } from "@first-bounce/contract/accounts/notifications";
import { unsubscribeFromInvites } from "@first-bounce/contract/leagues/league-invites";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/states/states.tsx";

/** The emails that a link of a registered user stops. A link without `mails` stops invitations to an address. */
const MAILS = ["results", "draft"] as const;

/**
 * Unsubscribes from invitations, or from emails of results or about draft leagues. It needs a press, because mail scanners
 * open links.
 */
export const UnsubscribeScreen = () => {
	const { t } = useTranslation();
	const { token = "" } = useParams();
	const [search] = useSearchParams();
	const mails = MAILS.find((each) => each === search.get("mails"));
	const stopInvites = useCallMutation(unsubscribeFromInvites);
	const stopMails = useCallMutation(unsubscribeFromResultMails);
	const unsubscribe = mails ? stopMails : stopInvites;
	const request = { params: { token }, body: {} };
	const stop = () => (mails ? stopMails.mutate({ ...request, query: { mails } }) : stopInvites.mutate(request));
	const title = t(mails ? `leagues.unsubscribe.${mails}Title` : "leagues.unsubscribe.title");
	const doneText = t(mails ? `leagues.unsubscribe.${mails}Done` : "leagues.unsubscribe.done");
	const askText = t(mails ? `leagues.unsubscribe.${mails}Text` : "leagues.unsubscribe.text");
	const isDone = unsubscribe.isSuccess;
	return (
		<div role="status">
			<EmptyState
				isPage
				icon={isDone ? "check" : "info"}
				title={isDone ? t("leagues.unsubscribe.doneTitle") : title}
				text={isDone ? doneText : askText}
			>
				<title>{t("app.title", { page: title })}</title>
				{isDone ? null : (
					<Button variant="main" isPending={unsubscribe.isPending} onPress={stop}>
						{t("leagues.unsubscribe.button")}
					</Button>
				)}
			</EmptyState>
		</div>
	);
};

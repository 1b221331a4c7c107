import { createToken, listTokens, revokeToken } from "@first-bounce/contract/accounts/tokens";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { CopyButton } from "../../components/share/copy-button.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { getCalendarLink, getSubscribeLink, SEASON_CALENDAR } from "../../players/matches/calendar-links.ts";
import styles from "./my-account.module.css";

const CALENDAR_SCOPE = "read:calendar";
/** The longest that an access token can last, so that an address outlives the season. */
const ADDRESS_DAYS = 365;

/** A calendar's links: to subscribe in the device's calendar app, or to copy into another. */
const CalendarLinks = ({ name, copyName }: { readonly name: string; readonly copyName: string }) => {
	const { t } = useTranslation();
	return (
		<FormActions>
			<a className={styles.subscribe} href={getSubscribeLink(name)}>
				{t("calendar.subscribe")}
			</a>
			<CopyButton text={getCalendarLink(name)} name={copyName} />
		</FormActions>
	);
};

/** The private address, which is an access token and so is shown only once. */
const PrivateCalendar = () => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const { data } = useCall(listTokens, {});
	const [newToken, setNewToken] = useState<{ readonly id: string; readonly token: string } | null>(null);
	const onSuccess = ({ tokens, token }: { tokens: NonNullable<typeof data>["tokens"]; token?: string }) => {
		queryClient.setQueryData(callKey(listTokens, {}), { tokens });
		// The newest token comes first.
		if (token) setNewToken({ id: tokens[0]?.id ?? "", token });
	};
	const create = useCallMutation(createToken, { onSuccess });
	const revoke = useCallMutation(revokeToken, { onSuccess });
	const current = data?.tokens.find(({ scopes }) => scopes.includes(CALENDAR_SCOPE));
	// Hidden once revoked, here or in the list of access tokens.
	const shownToken = data?.tokens.some(({ id }) => id === newToken?.id) ? newToken : null;
	return (
		<>
			<h3>{t("calendar.private")}</h3>
			<p>{t("calendar.privateText")}</p>
			{shownToken === null ? null : (
				<div className={styles.newToken} role="status">
					<p>{t("calendar.once")}</p>
					<code>{getCalendarLink(shownToken.token)}</code>
					<CalendarLinks name={shownToken.token} copyName={t("calendar.copyPrivate")} />
				</div>
			)}
			{current ? (
				<>
					<p>
						{current.lastUsedAt === null
							? t("tokens.unused")
							: t("tokens.used", { when: formatDateTime(Date.parse(current.lastUsedAt)) })}
						{" · "}
						{t("tokens.expires", { when: formatDateTime(Date.parse(current.expiresAt)) })}
					</p>
					<FormActions>
						<Button isPending={revoke.isPending} onPress={() => revoke.mutate({ body: { id: current.id } })}>
							{t("calendar.turnOff")}
						</Button>
					</FormActions>
				</>
			) : (
				<FormActions>
					<Button
						isPending={create.isPending}
						isDisabled={data === undefined}
						onPress={() =>
							create.mutate({ body: { name: t("calendar.title"), scopes: [CALENDAR_SCOPE], days: ADDRESS_DAYS } })
						}
					>
						{t("calendar.create")}
					</Button>
				</FormActions>
			)}
		</>
	);
};

/** Calendars to subscribe to: the season's, and a private one with the user's match-ups. */
export const CalendarSection = () => {
	const { t } = useTranslation();
	return (
		<FormCard title={t("calendar.title")} text={t("calendar.text")}>
			<CalendarLinks name={SEASON_CALENDAR} copyName={t("calendar.copySeason")} />
			<PrivateCalendar />
		</FormCard>
	);
};

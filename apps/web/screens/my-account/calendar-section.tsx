import { useTranslation } from "react-i18next";
import { Button } from "../../components/button/button.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { CopyButton } from "../../components/share/copy-button.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { getCalendarLink, getSubscribeLink, SEASON_CALENDAR } from "../../players/matches/calendar-links.ts";
import styles from "./my-account.module.css";
import { useTokens } from "./use-tokens.ts";

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
	const { query, create, revoke, newToken } = useTokens();
	const current = query.data?.tokens.find(({ scopes }) => scopes.includes(CALENDAR_SCOPE));
	return (
		<>
			<h3>{t("calendar.private")}</h3>
			<p>{t("calendar.privateText")}</p>
			{newToken === null ? null : (
				<div className={styles.newToken} role="status">
					<p>{t("calendar.once")}</p>
					<code>{getCalendarLink(newToken)}</code>
					<CalendarLinks name={newToken} copyName={t("calendar.copyPrivate")} />
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
						isDisabled={query.data === undefined}
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

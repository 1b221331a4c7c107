import { call } from "../calls.ts";
import type * as coach from "../team/coach.ts";

export const showCoachSettings = call<typeof coach.showCoachSettings>("GET", "/fantasy/coach/show-my");
export const updateCoachPreferences = call<typeof coach.updateCoachPreferences>("POST", "/fantasy/coach/preferences");
export const setCoachPlayer = call<typeof coach.setCoachPlayer>("POST", "/fantasy/coach/player");
export const orderWaitList = call<typeof coach.orderWaitList>("POST", "/fantasy/coach/wait-list");
export const suggestTrades = call<typeof coach.suggestTrades>("POST", "/fantasy/coach/suggest-trades");

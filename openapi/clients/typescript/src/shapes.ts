// The types of what is sent and answered, by their names in the contract.

import type { components } from "./types.js";

export type Schemas = components["schemas"];
export type Catalog = Schemas["Catalog"];
export type Change = Schemas["Change"];
export type ChatEntry = Schemas["ChatEntry"];
export type ChatPage = Schemas["ChatPage"];
export type Decision = Schemas["SeatDecision"];
export type EventLine = Schemas["EventLine"];
export type Feed = Schemas["Feed"];
export type GameEntry = Schemas["GameEntry"];
export type Header = Schemas["Header"];
export type Judgement = Schemas["Judgement"];
export type Line = Schemas["StreamLine"];
export type Lobby = Schemas["Lobby"];
export type Me = Schemas["Me"];
export type MessageList = Schemas["MessageList"];
export type Move = Schemas["Move"];
export type MoveAnswer = Schemas["MoveAnswer"];
export type MySeeks = Schemas["MySeeks"];
export type MyTables = Schemas["MyTables"];
export type NewPlayer = Schemas["NewPlayer"];
export type OpeningSettings = Schemas["OpeningSettings"];
export type ProblemDetails = Schemas["ProblemDetails"];
export type Say = Schemas["Say"];
export type Seated = Schemas["Seated"];
export type SeatView = Schemas["SeatView"];
export type SeekLine = Schemas["SeekStreamLine"];
export type SeenSeek = Schemas["SeenSeek"];
export type SoughtTables = Schemas["SoughtTables"];
export type Suggestions = Schemas["Suggestions"];

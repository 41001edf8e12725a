"""What the columns of a list are called, in English, Portuguese, Russian, French, Spanish and German.

Only whole headings count, without case, accents and punctuation: "N.º FIDE" is "n fide".
"""

from __future__ import annotations

from pairproof.model.players_by_name import words

FIELDS = (
    "name",
    "surname",
    "given",
    "rating",
    "title",
    "sex",
    "federation",
    "fide_id",
    "national_id",
    "birth",
    "club",
    "groups",
    "enters",
)
"""What a list can say of a player, as `--map` calls it; a name may stand in two columns."""

NUMBER = "number"
"""A column of numbers of the rows, places or start numbers: known, and not used."""

_HEADINGS = {
    "name": """
        name, names, player, players, player name, full name, competitor, participant
        nome, nome completo, nome do jogador, jogador, jogadores, jogadora, atleta, participante
        имя, фио, ф и о, игрок, участник, фамилия имя, фамилия и имя, имя и фамилия, имя фамилия, фамилия имя отчество
        nom, noms, nom prénom, nom et prénom, nom complet, joueur, joueurs, participant
        nombre, nombre completo, jugador, jugadores, apellidos y nombre, nombre y apellidos, apellidos nombre,
        participante
        spieler, spielername, spielerin, teilnehmer, nachname vorname, name vorname, vorname name, namen""",
    "surname": """
        surname, last name, lastname, family name
        apelido, apelidos, sobrenome, último nome
        фамилия
        nom de famille
        apellido, apellidos, primer apellido
        nachname, familienname, zuname""",
    "given": """
        given, given name, given names, first name, firstname, forename
        nome próprio, nomes próprios, primeiro nome
        имя отчество, имя и отчество
        prénom, prénoms
        nombre de pila
        vorname, vornamen""",
    "rating": """
        rating, ratings, elo, rtg, rat, irtg, elo rating, rating elo, fide rating, rating fide, elo fide, fide elo,
        rtg fide
        pontuação elo, elo nacional
        рейтинг, эло, рейтинг эло, рейтинг фиде, фиде рейтинг, эло фиде, рейт
        classement, classement elo, cote, elo standard
        puntuación elo, valoración, ranking elo
        elozahl, elo zahl, wertung, wertungszahl, wertzahl, dwz, twz, nwz""",
    "title": """
        title, tit, titl, fide title
        título, títulos, titulação
        звание, титул, разряд
        titre, titre fide
        título fide
        titel, fide titel""",
    "sex": """
        sex, gender, m f, f m, m w, w m
        sexo, género, gênero
        пол
        sexe, genre
        geschlecht""",
    "federation": """
        federation, fed, country, nation, nationality
        federação, fed fide, país, nacionalidade
        федерация, фед, страна
        fédération, pays, nationalité
        federación, nacionalidad
        föderation, foderation, verband, land, nationalität""",
    "fide_id": """
        fide id, fideid, id fide, fide no, fide nr, fide number, fide code, fide id no, id fide no, fin
        n fide, no fide, nº fide, número fide, código fide, num fide
        фиде id, фиде ид, ид фиде, номер фиде, код фиде, № фиде, id фиде
        code fide, numéro fide, matricule fide, identifiant fide
        número de fide, carnet fide
        fide nummer, fide kennung, fide kennzahl""",
    "national_id": """
        national id, national number, national no, id number, id national, licence, license, licence no, license no,
        licence number, license number, membership, membership no, membership number, member, member no, member id,
        id no,
        id
        licença, licenças, licença nº, nº licença, nº de licença, número de licença, id nacional, número nacional,
        nº de sócio, federado, nº federado, n de federado, cartão
        лицензия, номер лицензии, № лицензии, национальный id, национальный номер, фшр id, id фшр, id ршф, код фшр
        n licence, no licence, n de licence, numéro de licence, code ffe, nr ffe, numéro national
        licencia, nº licencia, número de licencia, n de licencia, código nacional, id feda, código feda
        lizenz, lizenznummer, lizenz nr, mitgliedsnummer, mitglieds nr, passnummer, pass nr, pkz, zps, nationale id""",
    "birth": """
        birth, born, date of birth, birth date, birthdate, birthday, birth day, year of birth, birth year, birthyear,
        yob,
        dob, b day, bday, year
        nascimento, nasc, data de nascimento, data nascimento, data nasc, ano de nascimento, ano nascimento,
        ano nasc, ano
        рождение, дата рождения, год рождения, день рождения, д р, г р, др, гр, г рожд, год
        naissance, date de naissance, date naissance, année de naissance, année, né, née, né le
        fecha de nacimiento, fecha nacimiento, año de nacimiento, año nacimiento, f nacimiento, nacimiento, año
        geburt, geburtsdatum, geburtstag, geburtsjahr, geboren, geb, geb datum, jahrgang, jahr""",
    "club": """
        club, clubs, club name, school
        clube, clubes, escola, nome do clube
        клуб, клубы, школа
        nom du club, école
        nombre del club, escuela
        verein, vereine, vereinsname, klub, schule""",
    "groups": """
        group, groups, team, teams
        grupo, grupos, equipa, equipas, equipe, equipes
        группа, группы, команда, команды
        groupe, groupes, équipe, équipes
        equipo, equipos
        gruppe, gruppen, mannschaft, team name""",
    "enters": """
        enters, enters in round, from round, first round
        entra, entra na ronda, a partir da ronda, primeira ronda, ronda de entrada
        с тура, вступает, вступает с тура, первый тур
        entre, entre à la ronde, à partir de la ronde, première ronde
        entra en la ronda, desde la ronda, primera ronda
        ab runde, steigt ein, erste runde, einstieg""",
    NUMBER: """
        n, no, nr, num, number, sno, s no, snr, start number, starting number, start no, startno, rank, rk, pos,
        place, seed
        nº, número, nº inicial, número inicial, lugar, ordem
        №, номер, № п п, п п, стартовый номер, ст №, место
        numéro, rang, place
        número, nº inicial, puesto, orden
        nummer, startnummer, start nr, lfd nr, rang, platz""",
}


def folded_heading(text: str) -> str:
    """A heading as it is compared; "#" is a number."""
    short = text.replace(".º", "º").replace(".°", "°")
    return "number" if text.strip() == "#" else " ".join(words(short))


_FIELD_OF = {
    folded_heading(heading): field
    for field, headings in _HEADINGS.items()
    for line in headings.splitlines()
    for heading in line.split(",")
    if heading.strip()
}


def field_of(heading: str) -> str | None:
    """What a column is about; None where its heading is not known."""
    return _FIELD_OF.get(folded_heading(heading))

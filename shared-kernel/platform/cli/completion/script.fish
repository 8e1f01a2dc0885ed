# Completion of `npm run @PROGRAM@ -- …` and `node @ENTRY@ …` in fish.
set -g _sarraf_table_@ID@ @TABLE@
set -g _sarraf_entry_@ID@ @ENTRY@

# The same in the script of every program.

# The words of the program before the cursor, after its name; fails where another is called.
function _sarraf_words --argument-names program entry
    set -l words (commandline -opc)
    set -l command (string replace -r '.*/' '' -- $words[1])
    set -e words[1]
    set -l called ''
    set -l runs ''
    while set -q words[1]
        set -l word $words[1]
        set -e words[1]
        if test "$word" = -- -a "$called" = "$program"
            printf '%s\n' $program $words
            return 0
        end
        string match -q -- '-*' $word; and continue
        if test "$command" = node
            test "$word" = "$entry"; or string match -q -- "*/$entry" $word; or return 1
            printf '%s\n' $program $words
            return 0
        end
        if test -z "$runs"
            contains -- $word run run-script rum urn; or return 1
            set runs yes
        else if test -z "$called"
            set called $word
        end
    end
    return 1
end

# The rows of the table for the word at the cursor.
function _sarraf_candidates --argument-names program entry table
    set -l rows (string split \n -- $table)
    set -l words (_sarraf_words $program $entry)
    set -l path (string replace -a - _ -- $program)
    set -l place 0
    set -l option ''
    for word in $words[2..-1]
        if test -n "$option"
            set option ''
        else if string match -q -- '-*' $word
            string match -q -- "$path"\t"option"\t"$word"\t'*' $rows; and set option $word
        else if string match -q -- "$path"\t"command"\t"$word"\t'*' $rows
            set path "$path $word"
        else
            set place (math $place + 1)
        end
    end
    set -l wanted command argument$place
    set -l start ''
    set -l current (commandline -ct)
    if test -n "$option"
        set wanted "=$option"
    else if string match -q -- '--*=*' $current
        set start (string replace -r '=.*' '=' -- $current)
        set wanted "="(string trim -r -c = -- $start)
    else if string match -q -- '-*' $current
        set wanted option flag
    end
    set -l found
    for row in $rows
        set -l fields (string split \t -- $row)
        test "$fields[1]" = "$path"; and contains -- "$fields[2]" $wanted; or continue
        set -a found $start$fields[3]\t$fields[4]
    end
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (string replace -- "$start" '' $current)
    end
end

for _sarraf_name in npm node
    complete -c $_sarraf_name -n '_sarraf_words @PROGRAM@ $_sarraf_entry_@ID@ >/dev/null' -f \
        -k -a '(_sarraf_candidates @PROGRAM@ $_sarraf_entry_@ID@ $_sarraf_table_@ID@)'
end
set -e _sarraf_name
